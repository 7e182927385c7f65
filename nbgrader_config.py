"""nbgrader's settings for this course."""

from nbjudge import configure

c = get_config()  # noqa: F821  # nbgrader provides it
c.CourseDirectory.course_id = "attention"
configure(c)
