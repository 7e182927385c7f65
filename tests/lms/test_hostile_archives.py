"""Names, links, bombs and damage: refused with a sentence that names the file, the rest is taken."""

from __future__ import annotations

import os
import stat
import struct
import warnings
import zipfile
from contextlib import suppress
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbjudge.lms import LmsError, canvas_name, collect, folder_naming, handed_in, moodle_name
from nbjudge.lms import _limits as limits
from nbjudge.lms import _unpacking as unpacking
from nbjudge.lms._archive import opened
from nbjudge.lms._errors import RefusedError
from nbjudge.lms._member_names import inside
from tests.lms.conftest import EXPECTED, NAME, Collect, rules_for, tree, zipped

HONEST = "smithbob_7_1_self-attention.ipynb"
HANDED = "smithbob_7_2_extra.zip"


@given(st.text(st.sampled_from("ab.:/\\ C\x00\n\x7fé\ud800"), max_size=20))
def test_no_name_leads_out_of_the_archive(name: str):
    try:
        path = inside(name)
    except RefusedError:
        return
    assert not path.is_absolute() and ".." not in path.parts
    assert str(path).isprintable()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../evil.py", "leads out"),
        ("a/../../evil.py", "leads out"),
        ("..\\evil.py", "leads out"),
        ("/etc/evil.py", "absolute"),
        ("\\\\server\\evil.py", "absolute"),
        ("C:\\evil.py", "absolute"),
        ("c:evil.py", "absolute"),
        ("a\nb.py", "cannot be written"),
        ("\x1b[2Jevil.py", "cannot be written"),
        ("é" * 128 + ".py", "cannot be written"),
        ("d/" * 21 + "x.py", "deeper than 20"),
        (f"{'d' * 230}/" * 5 + "x.py", "too long"),
    ],
)
def test_hostile_name_in_a_students_zip(
    collecting: Collect, submitted: Path, tmp_path: Path, name: str, why: str
):
    download = zipped({HONEST: "{}", HANDED: zipped({name: "evil", "data.csv": "1"})})
    row = collecting(download)["7"]
    assert row.refused == 1
    left_out = [note for note in row.notes if note.startswith("left out: ")]
    assert len(left_out) == 1 and why in left_out[0] and left_out[0].isprintable()
    assert tree(submitted) == {
        f"7/{NAME}/self-attention.ipynb": "{}",
        f"7/{NAME}/extra/data.csv": "1",
    }
    assert {path.name for path in tmp_path.iterdir()} == {"submitted", "download-0.zip"}


@pytest.mark.parametrize("name", ["../evil_7_1_a.ipynb", "/evil_7_1_a.ipynb", "C:/x_7_1_a.ipynb"])
def test_hostile_name_in_the_download(collecting: Collect, submitted: Path, name: str):
    refusals: list[str] = []
    rows = collecting(zipped({name: "evil", HONEST: "{}"}), refusals=refusals)
    assert len(refusals) == 1 and name in refusals[0]
    assert rows["7"].refused == 0
    assert tree(submitted) == {f"7/{NAME}/self-attention.ipynb": "{}"}


@pytest.mark.parametrize("name", ["...zip", "a/...zip", "..zip", ".zip"])
def test_zip_whose_name_without_its_end_leads_out(
    collecting: Collect, submitted: Path, tmp_path: Path, name: str
):
    inner = zipped({name: zipped({"evil.py": "evil", "x/evil.py": "evil"})})
    collecting(zipped({HONEST: "{}", HANDED: inner}))
    collecting(zipped({HONEST: "{}", "smithbob_7_2_...zip": inner}), force=True)
    assert {path.name for path in submitted.iterdir()} == {"7"}
    assert {path.name for path in tmp_path.iterdir()} == {
        "submitted",
        "download-0.zip",
        "download-1.zip",
    }
    assert [path.name for path in (submitted / "7").iterdir()] == [NAME]


NAMES = st.text(st.sampled_from("ab1_./ -()"), min_size=1, max_size=8)


@settings(max_examples=150)
@given(st.lists(NAMES, min_size=1, max_size=6, unique=True), st.booleans())
def test_no_name_stops_the_batch_or_leads_out(names: list[str], packed: bool):
    """Whatever is left of names once the LMS's part is taken off, numbers are, zips are opened."""
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # two members of one name
        endings = [f"{name}.zip" for name in names] if packed else names
        content = zipped(dict.fromkeys(names, "x")) if packed else b"x"
        members = {f"smith_7_{number}_{one}": content for number, one in enumerate(endings)}
        members |= {f"Kim_8_assignsubmission_file_{one}": content for one in endings}
        download, submitted = Path(folder, "d.zip"), Path(folder, "submitted")
        download.write_bytes(zipped(members))
        for naming in (canvas_name, moodle_name):
            with handed_in([download], lambda paths, own=naming: own, EXPECTED) as found:
                list(collect(found, rules_for(submitted)))
        assert {path.name for path in Path(folder).iterdir()} <= {"d.zip", "submitted"}
        assert {path.name for path in submitted.iterdir()} <= {"7", "8"}
        assert all([*path.iterdir()] == [path / NAME] for path in submitted.iterdir())


def test_longest_names_get_a_number_too(collecting: Collect, submitted: Path):
    long = "n" * 240
    inner = zipped({f"w/{HONEST[11:]}": "{}", f"w/{long}": "1", long: "2"})
    assert collecting(zipped({HANDED: inner}))["7"].refused == 0
    assert sorted(tree(submitted).values()) == ["1", "2", "{}"]


@pytest.mark.parametrize(
    ("kind", "why"), [(stat.S_IFLNK, "is a link"), (stat.S_IFIFO, "is no ordinary file")]
)
def test_links_and_devices_in_a_zip(collecting: Collect, submitted: Path, kind: int, why: str):
    info = zipfile.ZipInfo("secret.txt")
    info.create_system, info.external_attr = 3, (kind | 0o644) << 16
    row = collecting(zipped({HONEST: "{}", HANDED: zipped({info: "/etc/passwd"})}))["7"]
    assert f"left out: extra.zip/secret.txt {why}." in row.notes
    assert tree(submitted) == {f"7/{NAME}/self-attention.ipynb": "{}"}


def test_links_and_devices_in_a_folder(collecting: Collect, submitted: Path, tmp_path: Path):
    folder = tmp_path / "handed"
    (folder / "007").mkdir(parents=True)
    (folder / "007" / "self-attention.ipynb").write_text("{}")
    (folder / "007" / "passwd").symlink_to("/etc/passwd")
    (folder / "008").symlink_to(folder / "007", target_is_directory=True)
    os.mkfifo(folder / "007" / "pipe")
    refusals: list[str] = []
    rows = collecting(folder, naming=folder_naming, refusals=refusals)
    assert sorted(refusals) == [
        "007/passwd is a link.",
        "007/pipe is no ordinary file.",
        "008 is a link.",
    ]
    assert [*rows] == ["007"]
    assert tree(submitted) == {f"007/{NAME}/self-attention.ipynb": "{}"}


def _patched(data: bytes, field: int, value: int) -> bytes:
    """Change a 2-byte field of each member, in both its headers: flags are 6, packing is 8."""
    changed = bytearray(data)
    for signature, shift in ((b"PK\x03\x04", 0), (b"PK\x01\x02", 2)):
        place = changed.find(signature)
        while place >= 0:
            struct.pack_into("<H", changed, place + field + shift, value)
            place = changed.find(signature, place + 4)
    return bytes(changed)


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        (6, 0x1, "is encrypted"),
        (8, 14, "is packed in a way that cannot be read"),
        (8, 9, "is packed in a way that cannot be read"),
    ],
)
def test_encrypted_and_oddly_packed_files(
    collecting: Collect, submitted: Path, field: int, value: int, why: str
):
    inner = _patched(zipped({"data.csv": "1"}), field, value)
    row = collecting(zipped({HONEST: "{}", HANDED: inner}))["7"]
    assert f"left out: extra.zip/data.csv {why}." in row.notes
    assert tree(submitted) == {f"7/{NAME}/self-attention.ipynb": "{}"}


def test_damaged_file_is_left_out_and_leaves_no_half(collecting: Collect, submitted: Path):
    inner = bytearray(zipped({"data.csv": "1" * 5000, "whole.csv": "2"}))
    inner[40:44] = b"\xff\xff\xff\xff"
    row = collecting(zipped({HONEST: "{}", HANDED: bytes(inner)}))["7"]
    assert "left out: extra/data.csv is damaged or cannot be read." in row.notes
    assert f"7/{NAME}/extra/whole.csv" in tree(submitted)
    assert f"7/{NAME}/extra/data.csv" not in tree(submitted)


@settings(max_examples=300)
@given(st.data())
def test_no_damage_stops_the_batch(data: st.DataObject):
    """Bytes are changed where it hurts: in the headers, most of which stand at the end."""
    inner = bytearray(zipped({"w/self-attention.ipynb": "{}" * 99, "w/é.csv": "x" * 999}))
    places = st.integers(1, len(inner)) | st.integers(1, 180)
    changes = data.draw(st.lists(st.tuples(places, st.integers(0, 255)), min_size=1, max_size=6))
    for place, byte in changes:
        inner[-place] = byte
    with TemporaryDirectory() as name:
        download, folder = Path(name, "d.zip"), Path(name, "out")
        download.write_bytes(zipped({HANDED: bytes(inner)}))
        folder.mkdir()
        with opened(download) as (members, refusals):
            assert not refusals
            with suppress(unpacking.TooMuchError):
                unpacking.unpack([(PurePosixPath("extra.zip"), members[0])], folder)
        assert all(
            path.is_relative_to(folder / "extra") or path == folder / "extra.zip"
            for path in folder.rglob("*")
        )


def test_zip_that_is_none_stays_as_it_is(collecting: Collect, submitted: Path):
    row = collecting(zipped({HONEST: "{}", HANDED: b"Rar!"}))["7"]
    assert "left out: extra.zip is no zip that can be read." in row.notes
    assert tree(submitted)[f"7/{NAME}/extra.zip"] == "Rar!"


def refused_whole(collecting: Collect, submitted: Path, inner: bytes) -> str:
    rows = collecting(zipped({HANDED: inner, "doejane_8_3_self-attention.ipynb": "{}"}))
    assert (rows["7"].taken, rows["7"].refused, rows["8"].refused) == ("-", 1, 0)
    assert tree(submitted) == {f"8/{NAME}/self-attention.ipynb": "{}"}
    assert rows["7"].notes[0].startswith("refused: ")
    return rows["7"].notes[0]


def test_bomb_of_zeros(collecting: Collect, submitted: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(unpacking, "SUBMISSION_BYTES", 10 * 2**20)
    inner = zipped([(f"{number}.bin", bytes(4 * 2**20)) for number in range(4)])
    assert len(inner) < 100_000
    assert "more than 10 MB, counted up to extra/2.bin" in refused_whole(
        collecting, submitted, inner
    )


def test_bomb_in_a_bomb(collecting: Collect, submitted: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(unpacking, "SUBMISSION_BYTES", 10 * 2**20)
    core = zipped({"zeros.bin": bytes(6 * 2**20)})
    said = refused_whole(collecting, submitted, zipped({"a.zip": core, "b.zip": core}))
    assert "counted up to extra/b/zeros.bin" in said


def test_one_file_that_is_too_large(
    collecting: Collect, submitted: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("nbjudge.lms._archive.FILE_BYTES", 2**20)
    inner = zipped({"huge.csv": bytes(2**20 + 1), "small.csv": "1"})
    row = collecting(zipped({HONEST: "{}", HANDED: inner}))["7"]
    assert "left out: extra.zip/huge.csv is larger than 1 MB." in row.notes
    assert f"7/{NAME}/extra/small.csv" in tree(submitted)


def test_zips_in_zips_in_zips_end_somewhere(collecting: Collect, submitted: Path):
    inner = zipped({"deep.csv": "1"})
    for name in ("c.zip", "b.zip", "a.zip"):
        inner = zipped({name: inner})
    row = collecting(zipped({HONEST: "{}", HANDED: inner}))["7"]
    assert "left out: extra/a/b.zip is a zip within 2 other zips." in row.notes


def test_a_hundred_thousand_members_of_a_student(collecting: Collect, submitted: Path):
    inner = zipped([(f"{number}.csv", "") for number in range(10**5)])
    assert "extra.zip lists more files than" in refused_whole(collecting, submitted, inner)


def test_a_thousand_and_one_members_of_a_student(collecting: Collect, submitted: Path):
    inner = zipped([(f"{number}.csv", "") for number in range(1001)])
    assert "1001 members, and 1000 are the most" in refused_whole(collecting, submitted, inner)


def test_a_table_of_contents_that_lies_about_its_size(collecting: Collect, submitted: Path):
    inner = zipped([(f"{number}.csv", "") for number in range(10**4)])
    end = inner.rfind(b"PK\x05\x06")
    directory = struct.unpack_from("<L", inner, end + 12)[0]
    record = struct.pack(
        "<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, 10**4, 10**4, directory, end - directory
    )
    locator = struct.pack("<4sLQL", b"PK\x06\x07", 0, end, 1)
    small = bytearray(inner[end:])
    struct.pack_into("<L", small, 12, 46)
    lying = inner[:end] + record + locator + bytes(small)
    assert "lists more files than" in refused_whole(collecting, submitted, lying)


def test_a_hundred_thousand_members_of_the_download(collecting: Collect, submitted: Path):
    download = zipped([(f"a_7_{number}_x.csv", "") for number in range(10**5)])
    with pytest.raises(LmsError, match=rf"100000 members, and {limits.ARCHIVE_MEMBERS} are"):
        collecting(download)
    assert not submitted.exists()


@pytest.mark.parametrize("data", [b"", b"no zip", b"PK\x05\x06"])
def test_download_that_is_no_zip(collecting: Collect, data: bytes):
    with pytest.raises(LmsError, match="download it again"):
        collecting(data)


def test_names_in_other_encodings(collecting: Collect, submitted: Path):
    unflagged = _patched(zipped({"é.csv": "1"}), 6, 0)
    latin = _patched(zipped({"qq.csv": "2"}), 6, 0).replace(b"qq.csv", "éé.csv".encode("latin-1"))
    row = collecting(zipped({HONEST: "{}", "s_7_3_u.zip": unflagged, "s_7_4_l.zip": latin}))["7"]
    files = tree(submitted)
    assert files[f"7/{NAME}/u/é.csv"] == "1"
    assert row.refused == 0
    assert sorted(files.values()) == ["1", "2", "{}"]


def test_two_files_of_one_name(collecting: Collect, submitted: Path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        inner = zipped([("a", "1"), ("a", "2"), ("a/b", "3")])
    row = collecting(zipped({HONEST: "{}", HANDED: inner}))["7"]
    assert row.refused == 2
    assert tree(submitted)[f"7/{NAME}/extra/a"] == "1"


def test_what_systems_leave_behind_is_passed_over(collecting: Collect, submitted: Path):
    litter = ["__MACOSX/._self-attention.ipynb", "._x.ipynb", ".DS_Store", "__pycache__/a.pyc"]
    litter.append(".ipynb_checkpoints/self-attention-checkpoint.ipynb")
    inner = zipped({"self-attention.ipynb": "{}"} | dict.fromkeys(litter, "litter"))
    assert collecting(zipped({HANDED: inner}))["7"].refused == 0
    assert tree(submitted) == {f"7/{NAME}/self-attention.ipynb": "{}"}


def test_timestamp_that_a_student_hands_in_counts_for_nothing(collecting: Collect, submitted: Path):
    inner = zipped({"self-attention.ipynb": "{}", "timestamp.txt": "1999-01-01 00:00:00 UTC"})
    collecting(zipped({HANDED: inner}))
    assert tree(submitted) == {f"7/{NAME}/self-attention.ipynb": "{}"}
