"""What readings mean, as pure rules: whose process, intervals of use, gaps, sums."""
