"""What cards really did: readings, use and gaps from the nodes' agents, and the machine's health."""
