"""What runs in the sandbox: everything here shares a process with the student's code.

Nothing that these modules say is believed outside. They are written so that honest code gets what
a notebook gives, and so that a student who breaks them breaks only the own run. They import
`nbjudge.wire`, each other, and third parties: in the sandbox there is nothing else of ours.

Three kinds of processes, each a fork of the one before:

- the **zygote** (``zygote.py``) imports everything once, and never runs a student's code;
- the **warden** (``warden.py``) is process 1 of one submission's own world: it builds the walls
  around itself, then starts, watches and ends the processes in there; it runs no student code
  either;
- the **notebook** (``notebook.py``) has the IPython shell, and runs the cells. States that are kept
  are forks of it that wait.

A submission with isolated tests has a second session, with a warden and a process of its own: the
same kind of process, which is asked for tests (``isolated.py``) instead of cells. ``calls.py`` is
what the two processes say to each other; the host passes it on.
"""
