"""English: memory questions that need no number, and folk rules to be named first."""

KNOWN: dict[str, tuple[str, ...]] = {
    "oom_half_free": (
        "The peak fails, not the moment you saw",
        "Read 'Tried to allocate' in the error: mostly logits or the longest sample",
        "See whether others run on the card: nvidia-smi",
        "Fragments: PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True",
        "Else halve length or batch, turn on checkpointing; send me that line",
    ),
    "ddp_memory_added": (
        "No: data parallel keeps a full copy a card",
        "Two 24 GB cards are not 48 GB; what one cannot hold, many cannot",
        "Shard it: ZeRO-3 or FSDP to train, tensor parallel to serve",
    ),
    "zero2_weights": (
        "ZeRO-2 does not shard the weights",
        "It shards gradients and optimiser; for weights use ZeRO-3 or FSDP",
        "With LoRA those are small, so ZeRO-2 saves almost nothing",
    ),
    "vllm_preallocation": (
        "Normal: vLLM takes 90 % as its pool",
        "What it needs is weights plus KV cache: ~15 GiB plus cache for 7B in bf16",
        "For less: --gpu-memory-utilization 0.5 and a smaller --max-model-len",
    ),
    "allocated_vs_smi": (
        "Both right: they count different things",
        "allocated = tensors; reserved adds what the allocator keeps; nvidia-smi adds the CUDA context (0.5–1.3 GiB)",
        "Whether it fits is what nvidia-smi says; so do my estimates",
    ),
    "bf16_on_v100": (
        "V100 and T4 have no bf16: use fp16",
        "With loss scaling (AMP), or the loss turns NaN",
        "They have no FlashAttention-2 either: long sequences cost more",
    ),
    "flash_on_v100": (
        "No FlashAttention-2 on V100 and T4",
        "Use PyTorch's sdpa (memory-efficient) or xformers",
        "Without either, attention memory grows with the square of the length",
    ),
    "zero3_quantised": (
        "Older ZeRO-3 cannot shard 4-bit weights",
        "bitsandbytes weights stay whole on each card",
        "Use FSDP + QLoRA (recent bitsandbytes), or LoRA on bf16 weights with ZeRO-3",
    ),
    "nan_fp16": (
        "Most likely fp16 overflows",
        "Use bf16 where the card has it (A100, 3090 and later); else loss scaling and a lower rate",
        "Still NaN: look for empty samples, clip gradients at 1.0",
    ),
    "memory_without_process": (
        "Some process still holds it",
        "If nvidia-smi shows none: fuser -v /dev/nvidia*, mostly data loaders or children in a container",
        "If it is somebody's, ask first",
    ),
    "first_card_fuller": (
        "The extra all lands on GPU 0",
        "Often: other ranks open a context there (set the device to local_rank), torch.load without map_location",
        "DataParallel gathers outputs and loss on GPU 0: use DDP",
        "device_map=auto fills GPU 0 first: set max_memory; to train, use FSDP or ZeRO-3",
    ),
    "loading_oom": (
        "Each process loads a whole copy",
        "ZeRO-3: build TrainingArguments before from_pretrained, so that weights are sharded as they are read",
        "FSDP: cpu_ram_efficient_loading on; no device_map=auto beside it",
        "Killed, so main memory is short: low_cpu_mem_usage=True and safetensors",
    ),
    "memory_grows": (
        "First see whether samples get longer",
        "The peak follows the longest sample; bucket by length or pack",
        "A real leak is mostly a kept loss: use loss.item(); no_grad in eval",
    ),
    "low_utilisation": (
        "Mostly it waits for data",
        "More num_workers, pin_memory, data on a local disk, small files packed",
        "A tiny batch, much logging or saving does it too",
    ),
    "nvlink_4090": (
        "The 4090 has no NVLink and no P2P",
        "Several run over PCIe: little harm to LoRA, much to full fine-tuning",
        "3090s have an NVLink bridge, in pairs",
    ),
    "accumulation_negatives": (
        "Accumulation adds no negatives",
        "They come from one forward pass; accumulation only averages gradients",
        "For more: all-gather over cards, GradCache, or a queue (MoCo)",
    ),
    "lora_speed": (
        "LoRA is only 1.3–1.5× faster a token",
        "It skips the weights' gradients, not forward and backward; it saves memory and cards",
        "QLoRA dequantises too, so it is 20–30 % slower than LoRA",
    ),
    "checkpointing": (
        "~30 % slower, saves most activations",
        "Only each layer's input is kept and the rest computed again",
        "Leave it off when memory is enough anyway",
    ),
}  # fmt: skip
PREMISES: dict[str, str] = {
    "moe_active": "Active parameters rule speed only; all experts have to be in memory",
    "inference_figure": "That figure is for inference; training adds gradients, optimiser and activations",
    "lora_ten_times": "LoRA is not 5–10× faster: 1.3–1.5× a token",
    "memory_adds_up": "Cards' memory does not add up by itself: shard with ZeRO-3, FSDP or tensor parallel",
    "two_weeks_monthly": "Two weeks are not enough for monthly: 18–21 days of 24 h as a rule",
    "hundreds_of_gb_an_hour": "Hundreds of GB in an hour take over 670 Mbps of real rate",
    "params_times_factor": "Parameters times a factor is far too low for training",
    "lora_13b_on_24": "“13B LoRA fits 24 GB” holds for QLoRA only, not for a 16-bit base",
    "full_7b_on_40": "“7B full on 40 GB” needs an 8-bit/paged optimiser or updates in backward",
    "ppo_full": "PPO counts actor and critic (trained), reference and reward (frozen); generation not counted",
    "ppo_adapters": "PPO: actor, critic and reward counted, reference = adapter off; generation not counted",
    "ppo_time": "The time is one plain pass: PPO generates answers too, several times as long",
    "grpo_full": "GRPO counts the trained model and a frozen reference; generation not counted",
    "grpo_adapters": "GRPO: reference = adapter off, so no more weights; generation not counted",
    "grpo_time": "The time is one plain pass: GRPO generates answers too, several times as long",
    "dpo_full": "DPO counts the trained model and a frozen reference; a sample is a pair",
    "dpo_adapters": "DPO: reference = adapter off, so no more weights; a sample is a pair, counted twice",
    "dpo_time": "The time is one plain pass: DPO runs pairs and a reference, 2–3 times as long",
    "no_bf16": "This card has no bf16 and no FlashAttention-2: fp16 with loss scaling",
}
