"""What goes wrong when a port is to be listened on?"""


class PortError(RuntimeError):
    """The port cannot be listened on."""
