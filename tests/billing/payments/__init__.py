"""Who stands where after months and payments."""
