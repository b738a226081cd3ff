"""Who runs a process, with the grade of the evidence. Nothing here asks NVML or the bot."""
