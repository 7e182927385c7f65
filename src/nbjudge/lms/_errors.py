"""What can go wrong between the course folder and the LMS."""


class LmsError(Exception):
    """Nothing was collected or exported; the text says what, where and what to do."""


class RefusedError(Exception):
    """One file is refused; the text is the end of the sentence that begins with its name."""
