"""The specification of Pinka, as tests that mirror the packages."""
