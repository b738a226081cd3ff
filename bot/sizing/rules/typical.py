"""Typical dimensions for a bare parameter count: "13B" without a name. Estimates from them get a wider range."""

from dataclasses import replace

from bot.errors import Refusal
from bot.sizing.rules.checks import PARAMS, SMALLEST
from bot.sizing.rules.shapes import Model

# What most open models of that size look like (Llama, Qwen, Mistral); from 2024 on vocabularies are large and keys
# are shared by heads. 13B is the exception: that size stopped with Llama 2 and Baichuan 2, which share none.
SHAPES = (
    # up to (billions), hidden, layers, heads, kv_heads, head_dim, ffn, vocab, tied
    (0.2, 768, 12, 12, 12, 64, 2048, 50_257, True),
    (0.8, 1024, 24, 16, 8, 64, 3584, 151_936, True),
    (1.9, 2048, 24, 16, 8, 128, 5632, 128_256, True),
    (3.5, 3072, 28, 24, 8, 128, 8192, 128_256, True),
    (5.0, 2560, 36, 32, 8, 128, 9728, 151_936, True),
    (7.5, 4096, 32, 32, 8, 128, 14_336, 100_000, False),
    (9.9, 4096, 32, 32, 8, 128, 14_336, 128_256, False),
    (13.5, 5120, 40, 40, 40, 128, 13_824, 64_000, False),
    (18.0, 5120, 48, 40, 8, 128, 13_824, 152_064, False),
    (26.0, 6144, 48, 48, 8, 128, 16_384, 100_000, False),
    (40.0, 5120, 64, 40, 8, 128, 27_648, 152_064, False),
    (55.0, 8192, 48, 64, 8, 128, 22_016, 64_000, False),
    (90.0, 8192, 80, 64, 8, 128, 28_672, 128_256, False),
    (200.0, 12_288, 96, 96, 8, 128, 36_864, 128_256, False),
    (20_000.0, 16_384, 126, 128, 8, 128, 53_248, 128_256, False),
)


def typical_model(params: int) -> Model:
    """A dense language model of that many parameters. Raises `size_bad` outside 1 … 20e12."""
    if not PARAMS[0] <= params <= PARAMS[1]:
        raise Refusal("size_bad", field="params", value=params, least=SMALLEST, most=PARAMS[1])
    shape = next(each for each in SHAPES if params <= each[0] * 1e9)
    _, hidden, layers, heads, kv_heads, head_dim, ffn, vocab, tied = shape
    # A vocabulary as wide as that must not outweigh a model as small as this.
    vocab = min(vocab, max(1, int(params // (3 * hidden))))
    model = Model("", params, params, hidden, layers, heads, kv_heads, head_dim, ffn, vocab, True, tied)
    return replace(model, name=name_of(params), exact=False, source="typical dimensions of that size")


def name_of(params: int) -> str:
    """13_000_000_000 → "13B"."""
    return f"{params / 1e9:.3g}B" if params >= 1e9 else f"{params / 1e6:.3g}M"
