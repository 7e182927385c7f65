"""What can go wrong at the door."""


class WireError(ValueError):
    """Bytes that came in are not a message, or break a limit; the text says which rule."""


class EndOfStream(WireError):
    """The stream ended between two messages: the other side is gone, and nothing was cut off."""


class Unencodable(TypeError):
    """A value cannot go out; the text says which part of it, and why."""


class TooLarge(Unencodable):
    """A value is of the right kind but breaks a limit; it is never offered to a fallback."""
