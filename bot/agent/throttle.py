"""What holds a card's clocks down: NVML's bits, their names in `nvidia-smi -q -d PERFORMANCE`, and in Chinese.

Bit 1 (Idle) is in the mask but not among the names: an idle card is not throttled.
"""

# nvml.h, nvmlClocksEventReasons; nvidia-smi has no line for the last two, so they carry the header's words.
IDLE_BIT = 0x001
REASONS = {
    0x002: ("Applications Clocks Setting", "频率按设定值锁着"),
    0x004: ("SW Power Cap", "到功率上限了，正在降频"),
    0x008: ("HW Slowdown", "硬件强制降频（过热或供电）"),
    0x010: ("Sync Boost", "和同组的卡一起降频"),
    0x020: ("SW Thermal Slowdown", "太热，驱动在降频"),
    0x040: ("HW Thermal Slowdown", "太热，硬件强制降频"),
    0x080: ("HW Power Brake Slowdown", "供电告急，硬件强制降频"),
    0x100: ("Display Clock Setting", "显示输出限着频率"),
    0x200: ("Board Limit", "板卡自身的限制"),
    0x400: ("Reliability", "电压到可靠性上限"),
}

ABNORMAL = 0x008 | 0x020 | 0x040 | 0x080
"""Never normal: hardware slowdown, heat, power brake. A power cap at the stock limit is how a busy card works."""


def throttle_names(mask: int) -> tuple[str, ...]:
    """By rising bit; a bit that nobody has named yet is shown in hex."""
    return tuple(REASONS[bit][0] if bit in REASONS else hex(bit) for bit in _bits(mask))


def throttle_chinese(mask: int) -> tuple[str, ...]:
    """One line for each name, in the same order."""
    return tuple(REASONS[bit][1] if bit in REASONS else f"未知原因 {bit:#x}" for bit in _bits(mask))


def _bits(mask: int) -> list[int]:
    bits = (1 << place for place in range(mask.bit_length()))
    return [bit for bit in bits if mask & bit and bit != IDLE_BIT]
