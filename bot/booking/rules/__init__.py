"""The pure rules of booking: functions from plain facts to a window, a price or a refusal.

No storage but its words, no chat and no clock enter here. Times are epoch seconds, half-open; durations
are seconds.
"""
