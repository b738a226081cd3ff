"""A /proc of our own making: a process is a folder of small files, and what is left out cannot be read."""

from pathlib import Path

BOOTED_AT = 1_790_000_000


class FakeProc:
    """Below `root`. `own` is the text of the agent's own cgroup file."""

    def __init__(self, root: Path, own: str = "0::/\n") -> None:
        self.root = root
        (root / "proc" / "self").mkdir(parents=True)
        (root / "proc" / "self" / "cgroup").write_text(own)
        (root / "proc" / "stat").write_text(f"cpu  1 2 3 4 5 6 7 8 0 0\nbtime {BOOTED_AT}\n")

    def add(
        self,
        pid: int,
        *,
        uid: int | None = 0,
        login: int | None = None,
        name: str = "python",
        arguments: tuple[str, ...] = ("python", "train.py"),
        environ: dict[str, str] | None = None,
        cgroup: str = "0::/\n",
        folder: str | None = None,
        maps: str | None = None,
        ticks: int = 500,
        state: str = "R",
    ) -> "FakeProc":
        here = self.root / "proc" / str(pid)
        here.mkdir(exist_ok=True)
        (here / "stat").write_text(f"{pid} ({name}) {state} 1 " + "0 " * 17 + f"{ticks} 0 0\n")
        (here / "cmdline").write_bytes(b"".join(word.encode() + b"\0" for word in arguments))
        (here / "cgroup").write_text(cgroup)
        (here / "loginuid").write_text(str(4294967295 if login is None else login))
        if uid is not None:
            (here / "status").write_text(f"Name:\t{name}\nUid:\t{uid}\t0\t0\t0\n")
        if environ is not None:
            (here / "environ").write_bytes(
                b"".join(f"{key}={value}".encode() + b"\0" for key, value in environ.items())
            )
        if folder is not None:
            (here / "cwd").symlink_to(folder)
        if maps is not None:
            (here / "maps").write_text(maps)
        return self
