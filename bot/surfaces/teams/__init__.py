"""Microsoft Teams: takes activities in, says who asks and who listens, draws and sends replies.

The Bot Framework's library for Python is archived since January 2026 and knows faults that nobody
mends, so little of it is used, and all of it here: `authentication` has it check the signature of
each token, `credentials` has it fetch our own. What travels is JSON, read in `events`, written in
`messages` and `invokes`, and carried by `connector`. To change over to a successor, those two
modules are written anew on it; to do without, on PyJWT and MSAL, which lie under it. Nothing
outside this folder knows of any of them.
"""
