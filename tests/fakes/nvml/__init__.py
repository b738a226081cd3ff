"""Our own `libnvidia-ml.so.1`: the agent's tests run the real Python bindings on it.

`library.c` is compiled once for each version of its text. `FakeNvml` writes its control file, whose lines are

    count 8 | driver 550.54.15 | cuda 12040 | init_error 18 | delay_us 2000000 | grows 2
    fail FUNCTION CODE | delay FUNCTION MICROSECONDS          for every card; FUNCTION without the leading nvml
    xid CARD CODE SERIAL                                       told once to those who wait for events
    gpu 3 error 15 | gpu 5 fail FUNCTION CODE | gpu 5 delay FUNCTION MICROSECONDS
    gpu 0 KEY NUMBER                                           util, used, power, temp, thr, …: see library.c
    gpu 0 name TEXT | gpu 0 uuid TEXT | gpu 0 garbled
    gpu 1 proc PID BYTES [SM% [GPU_INSTANCE COMPUTE_INSTANCE]]
    gpu 1 mig INDEX TOTAL USED GPU_INSTANCE COMPUTE_INSTANCE
"""

from tests.fakes.nvml.build import NO_COMPILER, compiled
from tests.fakes.nvml.control import FakeNvml

__all__ = ["NO_COMPILER", "FakeNvml", "compiled"]
