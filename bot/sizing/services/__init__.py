"""What happens when somebody asks about sizing: names are looked up, the pool's prices and free cards are brought."""
