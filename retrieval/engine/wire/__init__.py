"""Qdrant's JSON, read to the last key and refused where it is not understood.

What a request asks for and the engine does not know is never passed over: a filter that is
ignored is a leak.
"""
