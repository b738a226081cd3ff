"""What the agent on a GPU machine says, as versioned dataclasses. No other room of the house enters here."""
