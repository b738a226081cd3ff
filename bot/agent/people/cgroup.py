"""Which container or batch job a process belongs to, from the text of /proc/<pid>/cgroup.

The spellings are those of docker, containerd, CRI-O, podman and kubernetes under cgroup v1 and v2, and of slurm.
"""

import re
from dataclasses import dataclass

CONTAINER = re.compile(
    r"(?:/|^|-|:)(?P<kind>docker|cri-containerd|crio|libpod|podman|lxc|nerdctl)[-/:](?:conmon-)?(?P<id>[0-9a-f]{64})\b"
)
POD = re.compile(r"kubepods.*?pod(?P<pod>[0-9a-f]{8}[-_][0-9a-f_-]{27})")
IN_A_POD = re.compile(r"kubepods\S*?/(?:pod)?[^/]+/(?P<id>[0-9a-f]{64})\b")
SLURM_USER = re.compile(r"/slurm(?:_[^/]*)?/uid_(?P<uid>\d+)(?:/job_(?P<job>\d+))?")
SLURM_JOB = re.compile(r"slurmstepd\.scope/job_(?P<job>\d+)")


@dataclass(frozen=True, slots=True)
class Cgroup:
    """What the path tells; all None for a process outside containers and batch jobs."""

    kind: str | None = None
    container: str | None = None
    pod: str | None = None
    slurm_uid: int | None = None
    slurm_job: str | None = None


def read_cgroup(text: str) -> Cgroup:
    """Never fails: a path of no known shape tells nothing."""
    found, pod = CONTAINER.search(text), POD.search(text)
    inside = None if found else IN_A_POD.search(text)
    user, job = SLURM_USER.search(text), SLURM_JOB.search(text)
    return Cgroup(
        kind=found["kind"] if found else "kubernetes" if inside else None,
        container=found["id"] if found else inside["id"] if inside else None,
        pod=pod["pod"].replace("_", "-") if pod else None,
        slurm_uid=int(user["uid"]) if user else None,
        slurm_job=job["job"] if job else user["job"] if user else None,
    )
