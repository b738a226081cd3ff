"""中文：不用算也能答的显存问题，和要先点破的老说法。"""

KNOWN: dict[str, tuple[str, ...]] = {
    "oom_half_free": (
        "爆的是峰值，不是你看的那一刻",
        "看报错里 Tried to allocate 要多少：多半是 logits 或最长那条样本",
        "也看看卡上有没有别人的进程：nvidia-smi",
        "碎片：PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True",
        "还不行就把长度或 batch 降一半，开检查点；把报错那行发来",
    ),
    "ddp_memory_added": (
        "显存不相加：每张卡各放一整份",
        "2 张 24G 不是 48G，一张放不下，多张也放不下",
        "要切开才省：训练用 ZeRO-3 或 FSDP，推理用张量并行（TP）",
    ),
    "zero2_weights": (
        "ZeRO-2 不切权重，只切梯度和优化器",
        "每张卡还是一整份权重，要切权重用 ZeRO-3 或 FSDP",
        "LoRA 的梯度和优化器很小，ZeRO-2 几乎不省",
    ),
    "vllm_preallocation": (
        "正常：vLLM 先占 90 % 当缓存池",
        "真正要的是权重加 KV 缓存，7B 的 bf16 约 15 GiB 加缓存",
        "想少占：--gpu-memory-utilization 0.5，再限 --max-model-len",
    ),
    "allocated_vs_smi": (
        "都对，数的不是一样东西",
        "allocated 是张量，reserved 加上分配器留着的，nvidia-smi 再加 CUDA 上下文（0.5–1.3 GiB）",
        "够不够看 nvidia-smi；估算也按它给",
    ),
    "bf16_on_v100": (
        "V100、T4 没有 bf16，用 fp16",
        "fp16 要开 loss scaling（AMP），不然容易 NaN",
        "它们也没有 FlashAttention-2，长序列更吃显存",
    ),
    "flash_on_v100": (
        "V100、T4 用不了 FlashAttention-2",
        "用 PyTorch 自带的 sdpa（memory-efficient），或者 xformers",
        "都不开时注意力按长度平方吃显存，先把长度降下来",
    ),
    "zero3_quantised": (
        "老版本的 ZeRO-3 切不了 4-bit 权重",
        "bitsandbytes 的权重每张卡都放一整份",
        "要切用 FSDP + QLoRA（新版 bitsandbytes），或者 LoRA 配 bf16 权重走 ZeRO-3",
    ),
    "nan_fp16": (
        "多半是 fp16 溢出",
        "卡支持就换 bf16（A100、3090 以后都有）；不支持就开 loss scaling，学习率降一点",
        "还 NaN：看数据里有没有空样本，梯度裁剪到 1.0",
    ),
    "memory_without_process": (
        "显存没放，是有进程还没死",
        "nvidia-smi 看不到就用 fuser -v /dev/nvidia*，多半是 dataloader 或容器里的子进程",
        "是别人的就先问一声",
    ),
    "first_card_fuller": (
        "多出来的都堆在 0 号卡上",
        "常见的：别的进程没设 cuda:{local_rank}，在 0 号卡各占一份上下文；torch.load 没写 map_location",
        "DataParallel 在 0 号卡汇总输出和 loss：换 DDP",
        "device_map=auto 按层切，先放 0 号卡，词表和输出层也在那：设 max_memory，训练改 FSDP 或 ZeRO-3",
    ),
    "loading_oom": (
        "加载时每个进程都要放一整份",
        "ZeRO-3：TrainingArguments 要在 from_pretrained 之前建好，权重才会边读边切",
        "FSDP：开 cpu_ram_efficient_loading；别再写 device_map=auto",
        "内存被打爆（进程被杀）：low_cpu_mem_usage=True，用 safetensors",
    ),
    "memory_grows": (
        "先看是不是样本越来越长",
        "长度不一时峰值跟着最长的走，分配器也会留空隙；按长度分桶或打包",
        "真泄漏多半是把带图的 loss 存了：存 loss.item()；评测加 no_grad",
    ),
    "low_utilisation": (
        "多半卡在读数据",
        "加 num_workers、pin_memory，数据放本地盘，小文件打包",
        "batch 太小或频繁打日志、保存也会这样",
    ),
    "nvlink_4090": (
        "4090 没有 NVLink，也没有 P2P",
        "多卡走 PCIe：LoRA 影响不大，全参会慢不少",
        "3090 有桥接 NVLink（两张一对）",
    ),
    "accumulation_negatives": (
        "累积不增加负样本",
        "对比学习的负样本只来自同一次前向的 batch，累积只是平均梯度",
        "要更多负样本：多卡 all-gather、GradCache，或者队列（MoCo）",
    ),
    "lora_speed": (
        "每个 token 只快 1.3–1.5 倍",
        "LoRA 不算权重的梯度，但前向和反向照走；省的主要是显存和卡数",
        "QLoRA 还要反量化，比 LoRA 慢两三成；说快 5–10 倍的是少跑了轮数",
    ),
    "checkpointing": (
        "慢约 30 %，省掉大部分激活",
        "只留每层的输入，反向时再算一遍；长序列、大 batch 时很值",
        "显存本来就够就别开",
    ),
}  # fmt: skip
PREMISES: dict[str, str] = {
    "moe_active": "激活参数只管速度，全部专家都要放进显存",
    "inference_figure": "官方那个数一般是推理的，训练还要梯度、优化器和激活",
    "lora_ten_times": "LoRA 没快 5–10 倍：每个 token 只快 1.3–1.5 倍",
    "memory_adds_up": "几张卡的显存不会自动加起来，要 ZeRO-3、FSDP 或张量并行切开",
    "two_weeks_monthly": "不是满两周就包月：一般要满 18–21 天、而且 24 小时都在跑",
    "hundreds_of_gb_an_hour": "一小时传几百 G 要 670 Mbps 以上的实际带宽",
    "params_times_factor": "参数量乘个系数不准，训练会低估一大半（少了激活、logits 和优化器）",
    "lora_13b_on_24": "“13B LoRA 24G 能跑”只对 QLoRA 成立，16 位底座放不下",
    "full_7b_on_40": "“7B 全参 40G 就行”只在 8-bit/paged 优化器或逐层更新时成立",
    "ppo_full": "PPO 是四个模型：actor、critic 在训，参考、奖励冻着，都算进去了；生成另算",
    "ppo_adapters": "PPO：算了 actor、critic 和奖励模型，参考 = 关掉适配器；生成另算",
    "ppo_time": "时间只是普通微调一遍的：PPO 还要生成答案，一般要几倍",
    "grpo_full": "GRPO 是两个模型：训一个，冻一个参考，都算进去了；生成另算",
    "grpo_adapters": "GRPO：参考 = 关掉适配器，不多占；生成另算",
    "grpo_time": "时间只是普通微调一遍的：GRPO 还要生成答案，一般要几倍",
    "dpo_full": "DPO 是两个模型：训一个，冻一个参考；一条是一对，都算进去了",
    "dpo_adapters": "DPO：参考 = 关掉适配器，不多占；一条是一对，激活算了两份",
    "dpo_time": "时间只是普通微调一遍的：DPO 一条是一对还要过参考，约 2–3 倍",
    "no_bf16": "这张卡没有 bf16 和 FlashAttention-2：用 fp16，注意 loss scaling",
}
