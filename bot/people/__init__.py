"""People: who speaks, which pool it is about, who may, and how one becomes a member."""
