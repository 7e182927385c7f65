"""A network file system is known by the kernel's table of mounts."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbjudge.gradebook import network_filesystem

TABLE = """\
21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
25 21 0:22 / /proc rw,nosuid - proc proc rw
40 21 0:40 / /home rw,relatime shared:7 - nfs4 files:/home rw,vers=4.2,addr=127.0.0.1
41 40 8:2 / /home/scratch rw - xfs /dev/sdb1 rw
42 21 0:42 / /mnt/my\\040courses rw master:2 - cifs //files/courses rw
43 21 0:43 / /mnt/laptop rw - fuse.sshfs me@host:/ rw
44 21 0:44 / /mnt/stick rw - fuseblk /dev/sdc1 rw
45 21 0:45 / /mnt/plain rw - fuse.gocryptfs /secret rw
46 21 0:46 / /mnt/c rw - 9p drvfs rw
47 21 8:3 / /srv rw - ext4 /dev/sdd1 rw
48 21 0:48 / /srv rw - nfs files:/srv rw
49 21 0:49 / /mnt/host rw - virtiofs share rw
50 21 0:50 / /var/lib rw - overlay overlay rw
a line that is none
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/home/kim/course/gradebook.db", "nfs4"),
        ("/home", "nfs4"),
        ("/mnt/my courses/gradebook.db", "cifs"),
        ("/mnt/laptop/gradebook.db", "fuse.sshfs"),
        ("/mnt/c/Users/kim/gradebook.db", "9p"),
        ("/mnt/host/gradebook.db", "virtiofs"),
        ("/srv/gradebook.db", "nfs"),  # what is mounted later hides what was there
    ],
)
def test_a_file_on_the_network(path: str, kind: str):
    assert network_filesystem(Path(path), TABLE) == kind


@pytest.mark.parametrize(
    "path",
    [
        "/gradebook.db",
        "/home/scratch/gradebook.db",  # the longest mount point counts
        "/homework/gradebook.db",  # whole names are compared
        "/mnt/stick/gradebook.db",
        "/mnt/plain/gradebook.db",
        "/var/lib/gradebook.db",
    ],
)
def test_a_file_on_this_machine(path: str):
    assert network_filesystem(Path(path), TABLE) is None


def test_a_link_counts_as_where_it_leads(tmp_path: Path):
    (tmp_path / "course").symlink_to("/home/kim")
    assert network_filesystem(tmp_path / "course" / "gradebook.db", TABLE) == "nfs4"


@pytest.mark.parametrize("table", ["", "nonsense - ", "1 2 3 4 / rw -", "\x00" * 50])
def test_a_table_that_says_nothing_means_local(table: str):
    assert network_filesystem(Path("/gradebook.db"), table) is None


def test_this_machines_own_table_can_be_read():
    assert network_filesystem(Path("/proc/self/stat")) is None
