"""The chat core: messages, commands and codes that know no platform.

No platform's library, no storage and no clock enter here.
"""
