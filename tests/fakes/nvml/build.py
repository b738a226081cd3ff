"""Compiles the fake library, once for each version of its text and each variant."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

SOURCE = Path(__file__).with_name("library.c")
SONAME = "libnvidia-ml.so.1"
FLAGS = ("-O1", "-shared", "-fPIC", f"-Wl,-soname,{SONAME}")
NO_COMPILER = "gcc is not installed, so nothing that reads the cards was tested (apt install gcc libc6-dev)"


def compiled(old_driver: bool = False) -> Path:
    """The folder that holds the library under its soname: what LD_LIBRARY_PATH must name.

    Raises:
        FileNotFoundError: there is no gcc.
    """
    if shutil.which("gcc") is None:
        raise FileNotFoundError(NO_COMPILER)
    flags = (*FLAGS, "-DOLD_DRIVER") if old_driver else FLAGS
    text = SOURCE.read_bytes() + "\n".join(flags).encode()
    folder = Path(tempfile.gettempdir(), f"pinka-fake-nvml-{os.getuid()}-{hashlib.sha256(text).hexdigest()[:16]}")
    library = folder / SONAME
    if not library.exists():
        folder.mkdir(mode=0o700, exist_ok=True)
        unfinished = folder / f"{os.getpid()}.so"
        subprocess.run(["gcc", *flags, "-o", str(unfinished), str(SOURCE)], check=True, timeout=60)
        unfinished.replace(library)
    return folder
