"""What is done with what the agents say, one file a family of use cases."""
