"""Files of a month, read by others than who wrote them."""
