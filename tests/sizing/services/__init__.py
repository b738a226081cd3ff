"""What sizing brings from the pool: links that the agent read, finished runs with their times."""
