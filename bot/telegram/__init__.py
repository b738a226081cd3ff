"""Telegram: updates in, messages out, and every quirk of the platform in one named place.

What a message means never enters here, and no database: the house hands over its doors.
"""
