"""Files of a month's bill, each a pure function from one frozen export to bytes. No session, no clock, no chat."""
