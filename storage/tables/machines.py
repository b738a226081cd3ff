"""Nodes and their cards. `number` is what people say: unique in the pool and never reused."""

from sqlalchemy import UniqueConstraint
from sqlmodel import SQLModel

from storage.tables.columns import big, key, one_of, ref, text
from storage.words import GpuState


class Node(SQLModel, table=True):
    """A machine of the pool. `contact`: how to reach its provider; `removed_at` null while it is one."""

    __tablename__ = "node"
    __table_args__ = (UniqueConstraint("pool_id", "name", name="uq_node_name"),)

    id: int | None = key()
    pool_id: int = ref("pool.id")
    name: str = text()
    created_at: int = big()
    contact: str | None = text(default=None)
    removed_at: int | None = big(default=None)


class Gpu(SQLModel, table=True):
    """A card. `uuid`, `nvml_index` and `product` (its name as NVML says it) stay null until an agent has seen it."""

    __tablename__ = "gpu"
    __table_args__ = (
        UniqueConstraint("pool_id", "number", name="uq_gpu_number"),
        one_of("state", GpuState, "gpu"),
    )

    id: int | None = key()
    pool_id: int = ref("pool.id")
    node_id: int = ref("node.id", index=True)
    number: int = big()
    kind: str = text()
    memory_gb: int = big()
    uuid: str | None = text(default=None, unique=True)
    nvml_index: int | None = big(default=None)
    state: str = text(default=GpuState.OK.value)
    added_at: int = big()
    product: str | None = text(default=None)
