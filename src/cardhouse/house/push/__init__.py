"""Web Push: short encrypted messages to a browser whose page is closed, through the push service of that browser.

`encryption.py` makes the messages (RFC 8291) and the signature by which a service recognizes this house (RFC 8292),
`services.py` says which services the house talks to, and `sender.py` sends, beside the rooms. `../calls.py` decides who
is called, and `../subscriptions.py` keeps who asked for it. It needs the extra `push`.
"""
