"""Files to be written whole or not at all, and archives to be read without trust in what they say."""

from __future__ import annotations

import io
import os
import stat
import struct
import tempfile
import zipfile
import zlib
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

BLOCK_BYTES = 1 << 24  # bytes are moved in such pieces, so that Ctrl-C is answered in between
DEFLATE_LIMIT = 1040  # one compressed byte cannot stand for more
EPOCH = (1980, 1, 1, 0, 0, 0)  # the date of all members: the same values make the same file

# What the standard library's reader of archives may raise for a file that is not as it should be.
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    ValueError,
    OverflowError,
    NotImplementedError,
    KeyError,
)


def damaged(name: str, what: str) -> RuntimeError:
    """The error for a file that cannot be read."""
    return RuntimeError(f"{name} cannot be loaded: {what}")


@contextmanager
def written_whole(target: Any) -> Iterator[Any]:
    """A binary file to write to: the object itself if it is one, else a file that takes its name when it is complete.

    Until then a file of that name stays as it is. TypeError for what is neither a path nor a file.
    """
    if hasattr(target, "write"):
        yield target
        return
    path = Path(os.path.realpath(_path(target)))
    if path.exists() and not path.is_file():  # a device or a pipe
        with path.open("wb") as file:
            yield file
        return
    handle, part = tempfile.mkstemp(prefix=f".{path.name[:32]}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        Path(part).chmod(_mode_of(path))
        Path(part).replace(path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise


def _mode_of(path: Path) -> int:
    """The permissions of a file, or those that a new one gets."""
    if path.exists():
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _path(target: Any) -> str:
    if isinstance(target, (str, os.PathLike)):
        return os.fsdecode(target)
    raise TypeError(f"expected a path or a binary file, but got {type(target).__name__}")


@contextmanager
def opened(source: Any) -> Iterator[tuple[Any, int, str]]:
    """A binary file that can be searched, its size in bytes, and how to name it. TypeError for what is no file."""
    if hasattr(source, "read"):
        file = source if hasattr(source, "seek") and _seekable(source) else io.BytesIO(source.read())
        start = file.tell()
        size = file.seek(0, io.SEEK_END)
        file.seek(start)
        yield file, size, "the file"
        return
    path = Path(_path(source))
    with path.open("rb") as file:
        yield file, path.stat().st_size, f"'{path}'"


def _seekable(file: Any) -> bool:
    question = getattr(file, "seekable", None)
    return bool(question()) if question is not None else True


class Archive:
    """A zip file of members that are read by name only: nothing is unpacked to a disk.

    The sizes that the archive claims are held against the size of the file before any memory is asked for.
    `compressed` says whether members may be deflated.
    """

    def __init__(self, file: Any, size: int, name: str, *, compressed: bool = False) -> None:
        self.name = name
        try:
            self.zip = zipfile.ZipFile(file)
            members = self.zip.infolist()
        except _BROKEN as error:
            raise damaged(name, f"it is no archive, or it is cut short ({error})") from None
        self.members: dict[str, zipfile.ZipInfo] = {}
        total = 0
        for info in members:
            if info.filename in self.members:
                raise damaged(name, f"it holds two members called {info.filename!r}")
            self.members[info.filename] = info
            self._check(info, compressed)
            total += info.compress_size
        if total > size:
            raise damaged(name, f"its members claim {total} bytes, but the file has {size}")

    def _check(self, info: zipfile.ZipInfo, compressed: bool) -> None:
        what = f"its member {info.filename!r}"
        if info.flag_bits & 1:
            raise damaged(self.name, f"{what} is encrypted")
        if info.compress_type == zipfile.ZIP_STORED:
            plausible = info.file_size == info.compress_size
        elif compressed and info.compress_type == zipfile.ZIP_DEFLATED:
            plausible = info.file_size <= DEFLATE_LIMIT * info.compress_size
        else:
            raise damaged(self.name, f"{what} is compressed in a way that is not used here")
        if not plausible:
            raise damaged(self.name, f"{what} claims {info.file_size} bytes, but holds {info.compress_size}")

    def size_of(self, member: str) -> int:
        """Bytes of a member. RuntimeError if there is none of that name."""
        if member not in self.members:
            raise damaged(self.name, f"its member {member!r} is missing")
        return self.members[member].file_size

    def read(self, member: str) -> bytes:
        """A whole member."""
        content = bytearray(self.size_of(member))
        self.read_into(member, memoryview(content))
        return bytes(content)

    def read_into(self, member: str, target: memoryview) -> None:
        """Fill memory of exactly the member's size, whose checksum is looked at."""
        with self.stream(member) as stream:
            fill(stream, f"{member!r} of {self.name}", target)
            stream.finish()

    @contextmanager
    def stream(self, member: str) -> Iterator[Member]:
        """A member to read from."""
        self.size_of(member)
        try:
            file = self.zip.open(self.members[member])
        except (*_BROKEN, OSError) as error:
            raise damaged(self.name, f"its member {member!r} cannot be found ({error})") from None
        with file:
            yield Member(file, member, self.name)


class Member:
    """A member of an archive as a file, whose errors say what is damaged."""

    def __init__(self, file: Any, member: str, archive: str) -> None:
        self.file = file
        self.member = member
        self.archive = archive

    def read(self, size: int) -> bytes:
        """At most so many bytes; none at the end, where the checksum is looked at."""
        try:
            block: bytes = self.file.read(size)
        except (*_BROKEN, OSError) as error:
            raise damaged(self.archive, f"its member {self.member!r} is damaged ({error})") from None
        return block

    def finish(self) -> None:
        """Refuse bytes that are left over."""
        if self.read(1):
            raise damaged(self.archive, f"its member {self.member!r} has more bytes than it says")


def fill(file: Any, name: str, target: memoryview) -> None:
    """Fill memory with the next bytes of a file. RuntimeError if there are too few."""
    place = 0
    while place < len(target):
        block = file.read(min(BLOCK_BYTES, len(target) - place))
        if not block:
            raise damaged(name, f"it ends after {place} of {len(target)} bytes of data")
        target[place : place + len(block)] = block
        place += len(block)


def add_member(archive: zipfile.ZipFile, name: str, content: Any) -> None:
    """Write bytes as a member that is not compressed."""
    info = zipfile.ZipInfo(name, EPOCH)
    info.external_attr = 0o644 << 16
    view = memoryview(content)
    info.file_size = len(view)
    with archive.open(info, "w", force_zip64=len(view) >= zipfile.ZIP64_LIMIT // 2) as member:
        for start in range(0, len(view), BLOCK_BYTES):
            member.write(view[start : start + BLOCK_BYTES])
