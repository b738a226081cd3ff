"""Questions that no number answers: which knowledge card does. And folk rules that a text takes for true."""

from __future__ import annotations

from .scan import rule

_CARDS: tuple[tuple[str, str], ...] = (
    ("first_card_fuller",
        r"(?:0\s*号卡|第一张卡|第0张|gpu\s*0|cuda:0|rank\s*0|device 0|first gpu|主卡).{0,30}(?:显存|memory|vram|"
        r"占).{0,24}"
        r"(?:多|高|大|满|more|higher|larger|full)|(?:显存|memory)不(?:均|平衡|均匀)|(?:unbalanced|uneven).{0,16}memory|"
        r"(?:0\s*号卡|gpu\s*0|cuda:0|rank\s*0|first gpu).{0,20}(?:more memory|占得多|比其[他它])"),
    ("vllm_preallocation",
        r"(?:vllm|sglang).{0,60}(?:占|用)了?\s*(?:满|\d+|这么多|全部|90|几乎|一堆|整张)|(?:占|用).{0,10}(?:满|"
        r"\d+\s*g).{0,40}(?:vllm|sglang)|(?:vllm|sglang).{0,60}(?:using|uses?|takes?|eats?|occup\w+|grabs?|"
        r"allocat\w+|reserv\w+).{0,24}(?:all|\d+\s*g|so much|most|whole|entire|90|memory|vram)|"
        r"vllm.{0,20}(?:显存|memory).{0,12}(?:怎么|为啥|为什么|这么|why|so)"),
    ("oom_half_free",
        r"(?:还有|还剩|剩余?|空着)\s*\d*\s*g?b?\s*多?的?\s*(?:显存|memory|空).{0,40}(?:oom|爆|out of memory|报错|不足)|"
        r"(?:显存|memory|vram).{0,16}(?:一半|还有|还剩|没满|没用完|明明|half|free|left|available|plenty|empty)"
        r".{0,40}(?:oom|爆|out of memory|报错|不足|崩)|(?:oom|out of memory|爆显存|爆).{0,50}(?:一半|还有|还剩|"
        r"没满|明明|half|(?:gb?|gib) free|is free|are free|still free|left|free memory|plenty|available)|"
        r"(?:明明|才用|只用了?)(?:一半|\d+g?|了?一点).{0,24}(?:oom|爆|不足|out of)"),
    ("zero2_weights",
        r"zero[-_ ]?(?:stage[-_ ]?)?2.{0,60}(?:权重|参数|模型|weights?|param\w*|model).{0,30}(?:没|不|为什么|"
        r"为啥|怎么|切|分|shard|split|still|full|每张|each|whole)|(?:zero[-_ ]?2|stage 2).{0,50}(?:每张卡|每卡|"
        r"each (?:gpu|card)).{0,40}(?:完整|整个|whole|full|一样|没少|没降|same)|zero[-_ ]?2.{0,40}(?:显存|"
        r"memory).{0,20}(?:没(?:降|少|变)|不(?:降|变)|一样|same|didn|not|doesn)"),
    ("ddp_memory_added",
        r"(?:ddp|数据并行|data[- ]parallel).{0,40}(?:拆开|切开|分开放|拆到|split)|"
        r"(?:显存|memory|vram).{0,24}(?:能|可以|会|会不会)?.{0,6}(?:叠加|相加|加起来|加在一起|合并|合起来|池化|"
        r"add(?:ed)? up|combin\w+|pool\w*|sum|stack)|(?:叠加|相加|加起来|合并|合起来).{0,16}(?:显存|用|吗|当)|"
        r"(?:两|2|4|8|多)\s*张.{0,20}(?:等于|就是|当成|算|相当于|=)\s*\d+\s*g|(?:ddp|数据并行|data[- ]parallel|"
        r"dataparallel).{0,60}(?:每张|每卡|还是|still|same|each|一样|没(?:降|少)|爆|oom|装不下)|(?:combin\w+|"
        r"pool\w*|merge) .{0,24}\d+ ?gb?.{0,30}(?:into|as|to) \d+ ?g|(?:two|2|4|8)\s*x?\s*\S*\s*(?:equals?|=|"
        r"count as|act as|work as|become)\s*(?:one\s*)?\d+\s*g"),
    ("allocated_vs_smi",
        r"(?:nvidia-?smi|\bsmi\b).{0,60}(?:allocated|torch|pytorch|不一样|不一致|对不上|更多|多出|differ\w*|"
        r"more than|higher|max_memory|memory_allocated|比)|(?:memory_allocated|allocated|torch\.cuda|"
        r"max_memory).{0,60}(?:nvidia-?smi|\bsmi\b|reserved)"),
    ("bf16_on_v100",
        r"(?:v100|t4|2080|1080|turing|volta|p100|p40).{0,40}(?:bf16|bfloat16)|(?:bf16|bfloat16).{0,40}(?:v100|"
        r"\bt4\b|2080|1080|turing|volta|p100|p40)|(?:v100|\bt4\b).{0,30}(?:用|跑|支持)?\s*(?:fp16)"
        r".{0,40}(?:nan|溢出|overflow|不稳|inf|scal)|fp16.{0,16}(?:on|在).{0,6}v100"),
    ("flash_on_v100", r"(?:v100|\bt4\b|2080|turing|volta).{0,40}(?:flash)|"
        r"flash.{0,40}(?:v100|\bt4\b|2080|turing|volta)"),
    ("zero3_quantised",
        r"zero[-_ ]?3.{0,50}(?:qlora|量化|4\s*-?bit|8\s*-?bit|bnb|bitsandbytes|nf4|quanti)|(?:qlora|4\s*-?bit|"
        r"bnb|bitsandbytes|量化).{0,50}zero[-_ ]?3"),
    ("nan_fp16", r"(?:fp16|半精度|amp).{0,40}(?:nan|inf\b|溢出|overflow)|loss.{0,16}nan"),
    ("memory_without_process",
        r"(?:没有?进程|没(?:人|程序)|no process\w*|nothing running|杀(?:掉|了|完)|kill\w*).{0,50}(?:显存|"
        r"memory|vram).{0,30}(?:占|没释放|还在|not freed|still|used|occupied)|(?:显存|gpu memory|vram)"
        r".{0,16}(?:没释放|不释放|not (?:freed|released)|still (?:used|occupied)).{0,40}"),
    ("memory_grows",
        r"(?:显存|memory|vram).{0,20}(?:一直|越来越|慢慢|不断|逐渐|keeps?|slowly|steadily|gradually)"
        r".{0,10}(?:涨|增|grow\w*|increas\w*|ris\w*|climb\w*)|memory leak|显存泄[漏露]|"
        r"(?:一半|中途|途中|中间|跑着跑着|第\s*\d+\s*步|过了?一会|几百步|几千步|\d+\s*(?:步|steps?|个?epoch)|halfway|"
        r"midway|after (?:a few|some|several|\d+)).{0,24}(?:oom|爆|out of memory|溢出)"),
    ("loading_oom",
        r"(?:加载|(?<!off)load(?:ing)?\b|from_pretrained|读)(?:模型|权重|checkpoint|model|weights|"
        r"the)?.{0,14}(?:oom|爆|out of memory|溢出|卡死|killed|被杀)|(?:oom|爆|out of memory|卡在|killed|"
        r"被杀).{0,14}(?:加载|(?<!off)load(?:ing)?\b|from_pretrained|读模型)"),
    ("low_utilisation",
        r"(?:gpu|显卡|卡)?.{0,6}(?:利用率|util\w*).{0,24}(?:低|上不去|只有|才|0|忽高忽低|波动|low|drops?|only|"
        r"stuck|fluctuat)|(?:low|poor) (?:gpu )?util"),
    ("nvlink_4090", r"(?:4090|5090|3090|4080).{0,20}(?:nvlink|nv-link|p2p)|nvlink.{0,20}(?:4090|5090|3090)"),
    ("accumulation_negatives",
        r"(?:对比学习|contrastive|clip|simclr|infonce).{0,60}(?:累积|累计|accumul)|(?:累积|累计|accumul\w*)"
        r".{0,60}(?:对比学习|contrastive|clip|simclr|infonce|负样本|negatives)"),
    ("lora_speed",
        r"q?lora.{0,24}(?:比|than|vs\.?).{0,12}(?:全参|全量|lora|full).{0,24}(?:快|慢|faster|slower)|"
        r"q?lora (?:faster|slower) than|(?:is|does) q?lora.{0,16}(?:faster|slower|slow)"),
    ("checkpointing",
        r"(?:检查点|checkpointing|重计算|recompute).{0,24}(?:省多少|慢多少|是什么|什么意思|有什么用|值得|"
        r"要不要开|how much|what (?:is|does)|worth|slower|save)|(?:what (?:is|does)|how does|should i (?:use|"
        r"enable)).{0,12}(?:gradient|activation) checkpointing"),
)  # fmt: skip
CARDS = tuple((name, rule(pattern)) for name, pattern in _CARDS)
_CLAIMS: tuple[tuple[str, str], ...] = (
    ("moe_active",
        r"(?:激活|active|activated).{0,14}(?:才|只|仅|only|just)?.{0,8}\d+(?:\.\d+)?\s*b|"
        r"only has \d+(?:\.\d+)?b active|a\d+b.{0,16}(?:才|只|激活)"),
    ("inference_figure",
        r"(?:官方|文档|readme|网上|别人|docs?|they|people|blog|说明|hf|model card).{0,16}(?:说|写|讲|say\w*|"
        r"claim\w*|写的|标).{0,16}\d+\s*g"),
    ("lora_ten_times",
        r"lora.{0,24}(?:快|省|faster|speed).{0,10}(?:5|10|五|十|好几)\s*(?:-|~|到|–)?\s*(?:10|十)?\s*(?:倍|x|"
        r"times)"),
    ("memory_adds_up",
        r"(?:显存|memory|vram).{0,16}(?:加起来|叠加|相加|合起来|(?:一共|总共)(?!要|需|得|多少|是多少|大概)|"
        r"总显存|in total|combined|together|"
        r"adds? up)|(?:加起来|合起来|总共|一共)\s*(?:有|就|是)*\s*\d+\s*g"),
    ("two_weeks_monthly", r"(?:两周|2\s*周|14\s*天|two weeks).{0,20}(?:包月|月租|monthly)"),
    ("hundreds_of_gb_an_hour", r"(?:几百|上百|hundreds of)\s*(?:个)?g.{0,24}"
        r"(?:一(?:个)?小时|1\s*小时|半小时|an hour|within an hour)"),
    ("params_times_factor", r"(?:参数(?:量)?|params?|weights).{0,12}(?:乘|x|\*|times)\s*(?:1\.2|2|4|1\.5)"),
)  # fmt: skip
CLAIMS = tuple((name, rule(pattern)) for name, pattern in _CLAIMS)


def card_of(text: str) -> str | None:
    """The knowledge card that speaks about this text, or None."""
    return next((name for name, pattern in CARDS if pattern.search(text)), None)


def claims_in(text: str) -> tuple[str, ...]:
    """The folk rules that it takes for true."""
    return tuple(name for name, pattern in CLAIMS if pattern.search(text))
