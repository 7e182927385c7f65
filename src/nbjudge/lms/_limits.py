"""How much is taken from an archive. A class keeps well within these; a bomb does not."""

ARCHIVE_MEMBERS = 50_000
"""Files of one download: a thousand students with fifty files each."""

SUBMISSION_FILES = 1_000
"""Files of one submission; the grader looks at no more."""

SUBMISSION_BYTES = 500 * 2**20
"""Bytes of one submission, unpacked."""

FILE_BYTES = 100 * 2**20
"""Bytes of one file; the grader copies no larger one."""

DIRECTORY_BYTES = 400 * SUBMISSION_FILES
"""Bytes of a zip's table of contents, which Python reads as a whole before it says anything."""

NESTED = 2
"""Zips within zips within a submission."""

DEEPEST = 20
"""Folders within folders."""

NAME_BYTES = 240
"""Bytes of a name: file systems take 255, and a second file of one name gets a number."""

PATH_BYTES = 1_000
"""Bytes of names and folders together: systems take four times that, with the course's own."""
