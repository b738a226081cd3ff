"""The daily digest: who used what, what stood idle."""
