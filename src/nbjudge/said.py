"""Errors that are meant for the person at the keyboard."""


class SaidError(Exception):
    """Something could not be done; the text is a sentence that says what, where and what to do."""
