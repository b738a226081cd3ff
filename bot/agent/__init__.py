"""What runs on the GPU machine. It only reads: it sets nothing, opens no port.

Nothing of the bot enters here but the shapes of `bot.wire`.
"""
