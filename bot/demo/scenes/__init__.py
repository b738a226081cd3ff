"""The scenes of the tour in the order of the story: each says what it shows and then does it on the real core."""
