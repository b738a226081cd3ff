"""Commands: how each is called, who may, what it asks of a service and what the reply carries."""
