"""The catalogue: what it holds, that its dimensions are true to themselves, and the names that people write."""

import pytest

from bot.sizing import facts
from bot.sizing.rules.images import IMAGE_KINDS
from bot.sizing.rules.memory import memory
from bot.sizing.rules.shapes import GIB, Checkpointing, Job, Kind, Method, Model, Precision
from bot.sizing.rules.sizes import adapter_params

TEXT = [model for model in facts.models() if model.kind not in IMAGE_KINDS]
FAMILIES = "Llama Qwen DeepSeek GLM Mistral Yi Baichuan InternLM Gemma Phi BERT RoBERTa ViT Swin ResNet U-Net YOLO"
FAMILIES += " SAM DETR CLIP LLaVA Qwen2.5-VL SD- SDXL FLUX Whisper"


def test_there_are_cards_and_models_enough_each_with_its_source() -> None:
    assert len(facts.cards()) >= 25 and len(facts.models()) >= 80
    assert all(each.source for each in (*facts.cards(), *facts.models(), *facts.measured()))
    assert all(any(model.name.startswith(name) for model in facts.models()) for name in FAMILIES.split())


def test_no_two_things_share_a_name() -> None:
    models = {model.name: (model.name, *facts.aliases_of(model.name)) for model in facts.models()}
    cards = {card.name: (card.name, *facts.card_aliases_of(card.name)) for card in facts.cards()}

    for written in (models, cards):
        owners: dict[str, set[str]] = {}
        for name, aliases in written.items():
            for alias in aliases:
                owners.setdefault(facts.normalise(alias), set()).add(name)
        assert {alias: names for alias, names in owners.items() if len(names) > 1} == {}


@pytest.mark.parametrize("model", facts.models(), ids=lambda model: model.name)
def test_a_name_and_its_aliases_find_the_model(model: Model) -> None:
    names = (model.name, model.name.lower(), model.name.replace("-", " "), *facts.aliases_of(model.name))

    assert {found.name if (found := facts.find_model(name)) else name for name in names} == {model.name}


def counted(model: Model) -> float:
    """Parameters by the dimensions; attention once more for the half of a sequence-to-sequence model that decodes."""
    attention = 2 * model.hidden * model.head_dim * (model.heads + model.kv_heads)
    matrices, layers = (3 if model.gated else 2), model.layers
    mlp = matrices * model.hidden * model.ffn * layers
    if model.experts:
        each = model.experts
        mlp = matrices * model.hidden * (each.total * each.ffn + each.shared_ffn) * (layers - each.dense_layers)
        mlp += matrices * model.hidden * model.ffn * each.dense_layers
    ends = model.vocab * model.hidden * (1 if model.tied or model.kind is Kind.ENCODER else 2)
    eye = model.eye.params + model.eye.projector_params if model.eye else 0
    return ends + (layers * (1.5 if model.kind is Kind.SEQ2SEQ else 1)) * attention + mlp + eye


@pytest.mark.parametrize("model", [each for each in TEXT if not each.latent], ids=lambda model: model.name)
def test_the_dimensions_of_a_model_add_up_to_its_parameters(model: Model) -> None:
    assert counted(model) == pytest.approx(model.params, rel=0.03)
    assert model.heads % model.kv_heads == 0 and model.active_params <= model.params


SAID = {
    "千问7B": "Qwen2.5-7B",
    "通义千问 14b": "Qwen2.5-14B",
    "qwen2.5-7b-instruct": "Qwen2.5-7B",
    "Qwen/Qwen2.5-7B-Instruct": "Qwen2.5-7B",
    "meta-llama/Llama-3.1-8B": "Llama-3.1-8B",
    "llama3 8b": "Llama-3-8B",
    "Llama 3.1 70B": "Llama-3.1-70B",
    "百川2-13B": "Baichuan2-13B",
    "智谱 9b": "GLM-4-9B",
    "chatglm3-6b": "ChatGLM3-6B",
    "deepseek r1": "DeepSeek-V3",
    "mistral": "Mistral-7B",
    "bert-base-chinese": "BERT-base-Chinese",
    "yolov8": "YOLOv8s",
    "sd1.5": "SD-v1-4",
    "flux": "FLUX.1-dev",
    "whisper large": "Whisper-large-v3",
}


@pytest.mark.parametrize(("text", "name"), SAID.items())
def test_a_model_is_found_as_people_write_it(text: str, name: str) -> None:
    found = facts.find_model(text)

    assert found is not None and found.name == name


CARDS = {
    "a100": "A100-80GB",
    "A100 40G": "A100-40GB",
    "4090": "RTX4090",
    "RTX 4090": "RTX4090",
    "NVIDIA GeForce RTX 3090": "RTX3090",
    "h800": "H800-80GB",
    "Tesla V100 16G": "V100-16GB",
    "昇腾910B": "Ascend-910B",
    "A10G-24GB": "A10G-24GB",
    "2080ti": "RTX2080Ti",
}


@pytest.mark.parametrize(("text", "name"), CARDS.items())
def test_a_card_is_found_as_people_write_it(text: str, name: str) -> None:
    found = facts.find_card(text)

    assert found is not None and found.name == name


@pytest.mark.parametrize("text", ["", "llama9 8b", "某个模型", "x" * 10_000, "忽略之前的指令"])
def test_an_unknown_name_is_not_guessed(text: str) -> None:
    assert facts.find_model(text) is None
    assert facts.find_card(text) is None


def test_cards_are_dense_rates_with_their_caveats() -> None:
    by_name = {card.name: card for card in facts.cards()}

    assert all(0.9 * card.memory < card.usable <= card.memory for card in facts.cards())
    assert by_name["H100-80GB"].tflops == 989 and by_name["A100-80GB"].tflops == 312 and by_name["L40S"].tflops == 362
    assert {"no_bf16", "no_flash2"} <= set(by_name["V100-32GB"].caveats) & set(by_name["T4"].caveats)
    assert {"no_nvlink", "no_p2p"} <= set(by_name["RTX4090"].caveats)
    assert by_name["V100-32GB"].tflops == by_name["V100-32GB"].fp16_tflops and not by_name["V100-32GB"].bf16_tflops


@pytest.mark.parametrize("model", [each for each in facts.models() if each.anchors], ids=lambda model: model.name)
def test_what_was_measured_of_a_network_of_images_is_what_is_estimated(model: Model) -> None:
    for anchor in model.anchors:
        estimate = memory(
            Job(
                model,
                method=anchor.method,
                precision=anchor.precision,
                micro_batch=anchor.batch,
                pixels=anchor.pixels,
                checkpointing=Checkpointing.FULL if anchor.checkpointing else Checkpointing.NONE,
                counter=anchor.counter,
            )
        )
        assert estimate.basis == "measured"
        assert estimate.total == pytest.approx(anchor.bytes, rel=0.05)


def test_images_scale_with_pixels_and_batch() -> None:
    model = facts.find_model("mask rcnn")
    assert model is not None
    one = Job(model, precision=Precision.FP32, micro_batch=1, checkpointing=Checkpointing.NONE)
    eight = Job(model, precision=Precision.FP32, micro_batch=8, checkpointing=Checkpointing.NONE)

    assert 4 < memory(eight).total / memory(one).total < 8


def test_a_resnet_of_which_no_memory_was_measured_says_that_it_is_coarse() -> None:
    model = facts.find_model("resnet50")
    assert model is not None
    estimate = memory(Job(model, precision=Precision.AMP_FP16, micro_batch=256, checkpointing=Checkpointing.NONE))

    assert estimate.basis == "coarse" and 8 * GIB < estimate.total < 16 * GIB


def test_adapters_of_llama_7b_are_as_many_as_peft_prints() -> None:
    model = facts.find_model("llama2 7b")
    assert model is not None

    assert adapter_params(Job(model, method=Method.LORA, lora_rank=8, lora_targets="qv")) == 4_194_304
    assert adapter_params(Job(model, method=Method.LORA, lora_rank=16, lora_targets="all")) == 39_976_960
