"""The words by which things are asked, and whether plain words ask anything about sizing at all."""

from __future__ import annotations

from .scan import rule, simplified

MOVE = rule(
    r"传(?:输|上|到|完|过|下|去|数据|一|要)?|上传|下载|拉(?:回|到本|下来|取)|下(?:回|到本地|完)|拷(?:贝)?|搬|迁移|"
    r"同步|transfer|upload|download|"
    r"\bcop(?:y|ying)\b|rsync|rclone|scp|\bmov(?:e|ing)\b|\bsend(?:ing)?\b|\bpull(?:ing)?\b|\bpush(?:ing)?\b|"
    r"\bsync"
)
TIME = rule(
    r"(?:估|算)(?:一?下)?[^,。?]{0,6}(?:时间|时长)|training (?:time|duration|speed)|time to (?:train|finish|run|"
    r"complete)|expected time|time (?:needed|"
    r"required)|tokens?/s\b|tok/s|吞吐|throughput|"
    r"多少(?:个)?卡时|几(?:个)?卡时|卡时(?:是|要|有|一共|总共)*多少|gpu[- ]hours|card[- ]hours|多久|多长时间|"
    r"几(?:个)?(?:小时|钟头|天|周|"
    r"分钟|个月)|多少(?:个)?(?:小时|天|时间|h\b)|要多少天|how long|how many (?:hours|days|weeks|minutes)|"
    r"how much time|耗时|用时|时长"
    r"|(?<!\d)(?:^|[\s:,])(?:hours|days|time|eta)\s*\?|\beta\b(?!.{0,8}\d)|什么时候(?:能|可以)?(?:跑|训|练)?完|"
    r"when will|"
    r"take on\b|训练时间|时间(?:大概|大约|是)|(?:大概|总共?|大约)(?:的)?时间|几天能|几小时能|duration"
)
SLOW = rule(
    r"(?:太|偏|好|这么|有点|是不是)慢|正常(?:吗|么|嘛|不)|too slow|so slow|normal\b|expected\?|as expected|合理"
)
MONEY = rule(
    r"budget (?:estimate|needed)|(?:rough|estimated) budget|\bquote\b|报个?价|"
    r"多少(?:米|银子|经费)|经费(?:要|大概)?多少|多少(?:块)?钱|总价|总费用|(?:要|得|是)多少[\s?!。]*$|什么价|几(?:块|"
    r"万|千)(?:块)?钱|(?:一共|总共|"
    r"合计)(?:要|是|得)?多少|total (?:price|cost)|花(?:费)?多少|"
    r"费用|几何|多少(?:元|块(?!卡)|预算|费)|成本|贵不贵|贵吗|要花|花几|烧多少|预算(?:要|大概|是|得|需要|约)*多少|"
    r"多少钱|"
    r"准备多少|cost\b|how much (?:money|to train|to rent|would|will it cost|do i pay|does it cost|to pay|is it|for)|"
    r"\bprice\b|how expensive|\bbudget (?:do|should|for)|报价|(?:算|估)(?:一?下)?(?:钱|价|费)|what(?:'s|"
    r" is| would be) the (?:bill|cost|price)|\bbill\b|pay\b|"
    r"支出|报销.{0,3}(?:多少|几)|折(?:算|合)|怎么报|充(?:值)?(?:多少|几)|pricey|"
    r"money (?:needed|required)|花费|\bexpenses?\b|花销|开销|开支|花掉|(?:得|要|花|值|烧|准备)几(?:个钱|十|百|千|万)|"
    r"几(?:百|千|万)块|"
    r"掏(?:多少|几)|估个?价|"
    r"租金(?:得|要|大概|大约|一共|预估|总共|估计)*(?:多少|几|预估|[?。]|$)|账单|啥价|how much (?:rmb|yuan|cny|in rent)|"
    r"ballpark (?:rent|price|figure)|\brent\b[^?]{0,40}(?:roughly|approx\w*|estimate)|多少(?:rmb|人民币|刀|腰包)"
)
PURSE = rule(
    r"预算|经费|余额|资金|代金券|报销|(?<![值多少几省])钱(?!吗)|\bbudget|\bmoney|\bfunds?\b|\bstipend|\bgrant\b|"
    r"\bbucks\b|"
    r"[$¥]\s*\d|"
    r"(?<!小时)(?<!卡时)(?<!每张)(?<![\d.,])(?:\d[\d,.]*\s*[wk万千百]?|[一两二三四五六七八九几十]+[百千万])\s*"
    r"(?:元|块(?!卡|\d|\s*(?:\d{4}|[a-z]{1,3}\d|显卡|gpu))|rmb|yuan|cny|刀|dollars?|bucks)"
    r"(?!\s*(?:/|per|一|每|an?\b)?\s*(?:h\b|hr|hour|小时|个小时|卡时|月|个月|month|day|天))"
)
"""A sum that may be spent, or a word for one."""
AFFORDS = rule(
    r"够(?!.{0,6}(?:几|多少|多久))|兜得住|撑(?:得|到|不|下)|扛(?:得|不)|烧(?:得|不)[完起]|能(?:不能)?.{0,60}(?:吗|么|"
    r"不|下来|完|成)|"
    r"(?:跑|训|练|做)(?:得|不)(?:完|下来|起)|会不会.{0,6}(?:没钱|超|不够)|\benough\b|\bafford|\blast\b|sufficien|"
    r"suffice|"
    r"\bcover\b|\bcan (?:i|we|it|one)\b|get through|行(?:不行|吗|得通)|可行|超(?:预算|支)"
)
"""Whether that does: with a sum and a job it is asked whether the money lasts."""
PRICEWISE = rule(
    r"wallet|costs? (?:me )?less|for the (?:yuan|money|buck)|钱一样|(?:总价|总费用|账单).{0,6}(?:低|少|小)|到底省|"
    r"花小钱|"
    r"(?:price|cost|money)[- ]?wise|in terms of (?:price|cost|money)|on (?:price|cost)\b|per (?:yuan|dollar|token|rmb)|"
    r"从?(?:价格|价钱|费用|成本|开销|钱)(?:上|来|角度|方面|这块)?(?:看|说|讲|算)|价[格钱]上|省(?:钱包|银子|米)|"
    r"考虑(?:到)?(?:总)?(?:价格|费用|成本|开销|花费|开支)|less expensive|哪[边家个种].{0,8}(?:账单|花费|价|"
    r"费用).{0,3}(?:小|低|少)|"
    r"(?:所以|到底)?(?:哪个|谁|哪边)(?:更)?值|值这个价"
)
"""Money decides between two."""
PROPORTION = rule(
    r"承担|\bowes?\b|\binvoice|\bsettle|\ballocate \d|怎么算|咋算|咋分|各自|各是?多少|算账|\beach\b|\bpart\b|每人|"
    r"(?:多|少)出|"
    r"\d\s*(%|h\b|hours?|小时|卡时|gpu-?h\w*|gpu-?days?|天)[^?]{1,24}?\d\s*\1|\d:\d:\d|比例|"
    r"\bsplit\b|\bdivvy|\bdivide\b|\bfair\b|公平|合理|平摊|分摊|按(?:人头|卡时|用时|卡|比例|时间)分|怎么出|"
    r"各[付出给]|该给多少|"
    r"(?:一起|合)租|拼车|共用|share[ds]?\b"
)
"""Several who pay together."""
STRANGE = rule(
    r"哪(?:里|儿)?来的|去哪[了儿]|谁(?:在)?(?:占|吃)|多出来|(?:come|coming|comes) from|什么(?:鬼|情况|道理|毛病)|"
    r"瓶颈(?:在|是)|"
    r"几乎没(?:差|变)|怎么破|something(?:'s| is) wrong|sigkill|exit (?:code )?-?\d+"
)
"""What was seen and cannot be explained."""
ODD = rule(
    r"nccl|time-?out|\bhangs?\b|卡(?:住|死|在第?[\d一])|climb|increasing after|then crash|\bspikes?\b|通信|"
    r"dataloader|吃不饱|\butil|利用率|突然|"
    r"不正常|不至于|"
    r"凭什么|expected \d|有问题|起不来|压下来|whole model|"
    r"\beat(?:s|ing)?\b|tried to allocate|\breserved\b|\ballocated\b|fails? to alloc|fragment|碎片|奇怪|离谱|瓶颈|"
    r"咋整|求救|"
    r"救命|没(?:降|变少|少)|反而|直接占|吃(?:了|掉|满)整|一张满|第一张卡|forward"
)
"""Words of such stories, which may stand in others too."""
SPLIT = rule(
    r"平摊|分摊|均摊|各自(?:该|应|要)?(?:付|出|掏|交)|分账|五五分|按比例(?:分|摊)|"
    r"who (?:owes|pays)|chips? in|per head|my share|divide (?:the|it|this|up|\d)|in proportion|"
    r"\bsplit \d|per (?:student|head|lab|group|member)|怎么\s*(?:split|share|divide)|按(?:人头|卡时|用时|卡|比例|"
    r"时间)分|"
    r"\baa\b|人均|(?:每|一|(?<!\d)1)(?:个)?人(?:要|该|出|付|摊|分|得|多少|大概)|怎么分(?!布|割|配)|(?:怎么|"
    r"如何)[^,。?]{0,10}摊|各(?:付|出|"
    r"摊)|split (?:the|it|this|a|among|between|by|cost|bill)|each (?:person|of us|pay|owe)|per person|"
    r"share the (?:cost|rent|bill)|how much (?:for )?each|each of us|分钱|(?:cost|bill|rent) (?:be )?split"
)
CHEAPER = rule(
    r"costs? less|costing less|less money|least (?:money|expensive)|saves? money|saving money|"
    r"lowest (?:cost|total)|better deal|"
    r"(?:花|总价|成本|总花费|价格|费用|开销)(?:得|钱|哪个|谁)?(?:更|最)?(?:少|低)|省(?:经费|预算)|更?经济(?!学)|"
    r"不亏|bang for|便宜|划算|省钱|更省|哪[个种]省|性价比|合算|更值|cheaper|cheapest|better value|value for money|"
    r"cost[- ]?(?:effective|"
    r"efficient)|worth (?:it|the|paying)|值不值|值得|合适"
)
MONTHLY = rule(
    r"包月|包.{0,2}个月|租1?个?月|按整?月|租.{0,2}个月|月租|月付|按月|月卡|整月|monthly|by the month|per month|"
    r"a month\b(?!.*(?:long))|/月|每月"
)
HOURLY = rule(
    r"时租|按时|按小时|按量|小时租|hourly|by the hour|per hour|an hour|/h\b|/小时|一小时|每小时|按天|"
    r"\d+\s*(?:元|块)?\s*(?:一个?|每)小时"
)
FASTER = rule(
    r"(?:速度|性能|算力)(?:是不是)?(?:一样|相同|差不多)|"
    r"(?:谁|哪个|哪张|哪款|哪种).{0,6}(?:快|慢|猛)|quicker|speed gap|百分之(?:多少|几)|几分之[一几]|"
    r"快多少|快几倍|慢多少|慢几倍|(?:快|慢)(?:很多|不少|得多|一些)|"
    r"(?:提速|加速|提升)(?:多少|几)|"
    r"差多少|差几倍|差多大|几倍|多少倍|"
    r"打得?过|干得过|提升(?:有)?多大|(?:快|慢)几成|"
    r"提升多少|快吗|快得?多吗|快很多|快不快|"
    r"速度(?:差|比|对比|怎么样)|相当于(?:几|多少)|顶(?:几|多少)|抵(?:几|多少)|how much (?:faster|slower|"
    r"quicker|speed)|times faster|faster than|slower than|faster by|speed ?up|speed (?:ratio|difference|"
    r"comparison)|equivalent to how many|equal to how many|how many .{0,14}equal|compared? (?:to|with)|"
    r"\bvs\.?\b|(?:比|和|跟).{0,14}(?:谁快|哪个快|快还是慢)|倍速|差距|which is faster"
)
CONVERT = rule(
    r"换(?:成|到|了|作|上|用)?|改(?:成|用)|移到|切到|如果用|用.{0,10}(?:的话|要)|switch|move|moving|instead|"
    r"would (?:it|that)? ?take|on my|if i use|same (?:job|run|training)|放到|到.{0,8}上"
)
KV = rule(
    r"kv|(?:多少|几|最大|最多)[个路条]?(?:的)?并发|并发(?!(?:数|量)?\s*(?:大概|大约|约|是|为|在|=|:)*\s*\d)"
    r"(?<!\d并发)(?<!\d[个路]并发)(?<!\d [个路]并发)|concurren|(?:剩|留|left|remain)[^。]{0,16}(?:cache|缓存)|"
    r"(?:最多|支持|撑|能跑?)几路|"
    r"simultaneous|同时(?:服务|处理|跑)?(?:多少|几)|多少(?:个)?(?:并发|用户|请求)|"
    r"how many (?:users|requests|sequences)|(?:能|可以)(?:撑|扛|支持|服务)(?:多少|几)"
)
MAX_BATCH = rule(
    r"(?:batch(?:[ _-]?size)?|bs|批次?大小)\s*(?:最大|最多|上限|能|可以|大概|得|该)+[^。?]{0,8}(?:多大|多少|几|开到)|"
    r"(?:最大|最多)(?:的)?(?:能|可以|开|用)*\s*(?:batch|bs\b)[^。?]{0,12}(?:多大|多少|几|[?]|$)|(?:多大|"
    r"多少)的?\s*(?:batch|bs\b)|"
    r"(?:max(?:imum)?|largest|biggest) (?:micro[- ]?)?(?:batch(?:[ _-]?size)?|bs\b)|(?:batch|\bbs)\s*顶多少|"
    r"(?:batch|\bbs)[^,。?]{0,4}塞到(?:多|几)|how (?:large|big) (?:a|of a) batch|what batch"
)
GIVEN_MOST = rule(
    r"(?:最大|最长|max(?:imum)?)(?=[\s_-]*(?:(?:的|序列|输入|文本|seq(?:uence)?|model|context|input|上下文|"
    r"token)[\s_-]*)*"
    r"(?:长度|length|len)?\s*(?:=|:|是|为|设为|设成|设|到|of|is)?\s*\d+k?(?!\d)(?!\s*(?:行|可以|够|能|ok)))"
)
"""最大长度 8k: the longest is told, not asked."""
MAX_SEQ = rule(
    r"(?:长度|\bseq\w*|上下文|序列|context|length)[^,。?]{0,6}(?:上限|极限|limit|ceiling|max\b)|"
    r"(?:limit|ceiling) (?:on|of|for) (?:the )?(?:seq|context|length)|"
    r"(?:最长|最大|最多|上限)[^。?]{0,10}(?:能|可以|多长|多少|序列|seq|长度|上下文|context|token|开到|多大)"
    r"[^。?]{0,12}(?:多长|多少|多大|seq|长|几|上下文)?|(?:多长|多大|多少)(?:的)?(?:上下文|序列|seq|context|"
    r"token|文本)|(?:seq\w*|序列|上下文|长度|context)(?:长度|len\w*)?\s*(?:最长|最大|最多|能|可以|上限)"
    r"(?:能|可以|到|开|是)*[^。?]{0,6}(?:多|几)|能开多长|开到多长|拉到多长|max(?:imum)?[_ -]?(?:seq|"
    r"context|length|ctx|sequence|token)(?![_ a-z]{0,8}[ =:]{1,3}\d)(?:[^.?]|\.\d){0,60}(?:\?|can|fit|on|what|$)|"
    r"how long (?:a|of a|can (?:the|"
    r"my)) (?:context|sequence|seq|prompt)|how (?:long|many tokens|much context)[^?]{0,20}(?:context|"
    r"sequence|seq|fit|can i)|how far can (?:i|we) push|longest (?:context|ctx|sequence|seq|prompt)|"
    r"cutoff(?:_len)?[^,。?]{0,6}(?:多少|几)|"
    r"what (?:context|sequence|seq)"
    r"[^?]{0,12}(?:length)?[^?]{0,10}(?:can|fits?)|能(?:跑|训|塞|放)多长"
)
FEASIBLE = rule(
    r"(?:跑|训|练|做)完(?:不|吗|么|没)|来得及|来不来得及|赶得上|赶得完|赶不赶|赶得及|赶上|"
    r"能(?:不能)?(?:在.{0,10})?(?:跑|训|练|做|搞)"
    r"(?:得)?完|(?:跑|训|练)得完|(?:跑|训|练)不(?:跑|训|练)?得?完|能搞定|能出结果|in time|get through|"
    r"\bfinish\b[^?]{0,90}(?:within|before|by\b|in \d)|make (?:it|the deadline)|finish(?:ed)? (?:by|in|"
    r"within|before)|(?:done|complete[d]?) (?:by|in|within|before)|feasible|before the deadline|能跑完|"
    r"交差|有(?:没有)?(?:戏|希望|救)|行得通|收工|(?:will|can) (?:i|we|it) make it|"
    r"meet (?:the|my|our) deadline|enough time|够时间|时间够|realistic|doable"
)
WHY = rule(
    r"和(?:文档|官方|网上).{0,8}不(?:符|一样|一致)|(?:偏|过|太|异常)高|异常|"
    r"(?:哪里|哪儿|哪)(?:出|有|里)?(?:了)?(?:问题|错|毛病|不对)|不对劲|(?:没|不)(?:设|开|配)对|"
    r"为什么|为啥|为何|咋(?:回事|就)?|怎么(?:回事|办|就|会|还|占|这么|老|总|又)|什么原因|是什么问题|"
    r"(?:是不是|有没有|有什么)(?:有)?(?:什么)?(?:问题|不对|毛病|异常)|不是.{2,16}(?:了|的|过)吗|正常吗|"
    r"(?:理论上|按理|照理)[^?]{0,16}(?:不是|应该|够)|没(?:有)?(?:生效|起作用|效果|变化|变小|下降|减少)|没(?:装|设|"
    r"配)(?:上|对|好)|(?:doesn't|does not|"
    r"not) (?:work|help)\b|no effect|"
    r"怎么解决|why\b|how come|what(?:'?s| is) (?:wrong|going on|up with|the (?:problem|reason))|how (?:do|can|to)"
    r" (?:i )?(?:fix|solve|avoid)|一直涨|涨到爆|正常(?:吗|么)|是不是.{0,6}(?:bug|泄漏|泄露)|leak|"
    r"help me (?:fix|debug)"
)
STILL_OOM = rule(
    r"(?:还是|依然|依旧|仍然?|又|反而|却|照样|一直|总是?|就)\s*(?:会|要|给我|报|直接)?\s*"
    r"(?:oom\b|爆|炸|溢出|out of memory|显存不(?:够|足))|still\s+(?:oom|out of memory|crash|run(?:ning|s)? out)|"
    r"keeps?\s+(?:oom|crash|running out)|"
    r"报错|runtimeerror|outofmemory|no available memory|runs? out of (?:gpu |cuda )?memory|ran out of"
)
"""That it failed is told, not asked."""
OOM = rule(
    r"outofmemory|\boom\b|ooms\b|爆(?:显存|了|掉|卡|炸)?|out of memory|显存(?:不足|溢出|炸|不够)|cuda error|"
    r"溢出|超显存|崩"
)
OOM_ASKED = rule(r"\boom or\b|or oom\b|爆还是|还是爆|爆不爆")
"""Whether it will fail is asked."""
HOW_MANY = rule(
    r"(?:\bgpus|\bcards|[345]0[789]0s?|\b[ahvlt]\d{1,3}s?)(?:[- ]?\d+\s*gb?)?s?\s*[,.:;-]*\s*how many\b|"
    r"(?:几|多少|多少个|几个)\s*(?:张|块|卡|片|台|个\s*gpu|gpus?)(?!时)|几卡|要多少卡(?!时)|"
    r"(?:how|too) (?:many|much)\s+(?:more\s+)?(?:(?:pieces?|units?)\s+)?(?:(?:nvidia|of|rtx)\s+)?(?:gpus?|cards?|"
    r"a\d+\S*|h\d+\S*|v100\S*|"
    r"l40\S*|t4\S*|"
    r"l4\S*|rtx\S*|[345]0[789]0\S*|\d+\s*gb?\s*(?:cards?|gpus?))|(?:#|number|num) of (?:gpus?|cards?|[ahvl]\d|t4|rtx|"
    r"[345]0[789]0)|\bhow many\s*(?:张|块|卡|台)|(?:gpus?|cards?|卡数?)(?: (?:needed|required|count))?\s*[=:]\s*\?|"
    r"(?:gpus?|cards?) (?:needed|required)|\bmin(?:imum)? (?:number of )?(?:cards|gpus)|几机|凑(?:够)?(?:几|多少)|"
    r"fewest|\bminimal\b.{0,12}count|smallest number|how big a cluster|^\s*cards\?|"
    r"(?:\d|gpu|card) count|[ \dg][*x]\s*\?|"
    r"至少(?:要|得|"
    r"用)?几|最少几|gpu count|how many do i need"
)
WHICH = rule(
    r"(?:什么|啥|哪种|哪个|哪款|哪类|哪张|何种|什么样的?)\s*(?:型号的?)?\s*(?:显)?(?:卡|gpu|机器|配置|显卡|"
    r"硬件)|推荐(?:.{0,6}(?:卡|gpu|配置|显卡))?|(?:what|which|best|minimum|smallest|cheapest)"
    r"\s+(?:\S+\s)?(?:gpus?|cards?|hardware|machine|setup|instance|configuration)\b|recommend|(?:租|买|用|"
    r"选|上)(?:什么|啥|哪)|什么级别|选卡|求.{0,4}卡建议|挑(?:哪|什么)|gpu advice|what (?:should|would|do) (?:i|we|"
    r"you) (?:rent|buy|get|pick)|配什么|什么配置|"
    r"suggest|怎么选"
)
MEMORY = rule(
    r"显存(?:占用|需求|要求|开销)\s*(?:呢|[?。!]|$)|(?:hardware|inference|system|gpu) requirements?|"
    r"(?:多大|多少|几个?g|多少g)\s*(?:的)?\s*(?:显存|内存|vram|g\b)|显存(?:占用|需求|要求|开销|消耗|"
    r"用量)?\s*(?:大概|大约|一般|至少|最少|最低|总共|需要|要|得|占|用|是|到底)*\s*(?:多大|多少|几|怎么算|"
    r"估算|占用|需求)|算(?:一?下)?显存|占(?:用)?(?:多少|多大|几)|吃(?:多少|几)|how much\s+(?:gpu\s+|"
    r"video\s+)?(?:v?ram|memory|gpu|space)|(?:v?ram|memory)\s+(?:needed|required|requirements?|usage|"
    r"footprint|do|does|would|will|estimate|consumption)|what do i (?:actually )?need|how (?:big|large)"
    r" (?:a|of a|must|should)|多少显存|多大的?卡|(?:要|需要)多大|how many (?:gb|gigs|gib)|多少\s*gb?\b|"
    r"显存怎么算|memory for"
)
FITS = rule(
    r"\boom or\b|or oom\b|爆还是|还是爆|爆不爆|"
    r"够|能不能|能否|能(?:不能|否)?(?:跑|训|做|微调|放|装|用|上|带|塞|玩|行|开|全|lora|qlora|单|推|部署|撑|"
    r"加载|起|搞|fit|run|train|sft|finetune)|能.{0,40}(?:吗|嘛|么|不\b|不$|没)|行不|行吗|行么|行嘛|可不可|"
    r"可以(?:.{0,24})?(?:吗|么|嘛|不)|(?:跑|放|装|塞|带|训|搞|吃|撑|扛|hold)(?:得|不|的)(?:动|下|起|了|住)|"
    r"跑不跑|成吗|会(?:不会)?(?:爆|oom|炸)|爆(?:吗|不|显存吗)|\bfits?\b|\benough\b|\bcan (?:i|a|an|we|one|"
    r"you|my|it|the|this|two|2|4|8|\d)|possible|able to|sufficient|suffice|work on|run on|"
    r"will .{0,40}(?:work|oom|run)|okay\?|\bok\?|do the trick|handle|is that expected|i want to|i(?:'d|"
    r" would) like to|(?:吗|么|嘛)\s*\??$|\bwould .{0,40}(?:fit|work|run)"
)
TIMEY = frozenset({"train_time", "feasible", "train_time_convert"})
CARDS_BY_TIME = rule(
    r"(?:几|多少)(?:张|块|卡).{0,12}(?:\d+\s*(?:天|小时|周)|之前|以内|内)|(?:天|小时|周|内)[^。?]{0,16}(?:要|"
    r"需要|得)?(?:几|多少)(?:张|块|卡)"
)


OTHER_MATTERS = rule(
    r"学习率|优化器(?:用|选)|learning rate|\blr\b|tokenizer|template|协议|licen[cs]e|教程|tutorial|notebook|端口|"
    r"\bport\b|准确率|指标|\bacc(?:uracy)?\b|\bmap\b|幻觉|论文|链接|\blinks?\b|分享|数据格式|开源|\bapi\b|依赖|放在|"
    r"在哪|密码|谁|who\b|which is better|哪个好用|效果|跑完了|训完了|跑通了|结束了?$|重启|热得|温度|散热|降价|涨价|发布"
)
"""Words of talk about models and cards that asks nothing about size."""


def has_question(text: str) -> bool:
    """Whether a clause asks something of its own."""
    return any(
        pattern.search(text)
        for pattern in (TIME, MONEY, FASTER, KV, MAX_SEQ, FEASIBLE, WHY, HOW_MANY, WHICH, MEMORY, FITS)
    )


_UNIT_PRICE = rule(r"(?:1|每)个?(?:小时|卡时)(?:是|要|得|大概)?(?:多少钱|什么价|几块)|hourly (?:price|rate)")
_BOOKS = rule(
    r"(?:再|多|接着|继续)(?:跑|用|来|要)\s*\d|\d\s*号卡|订|约(?:一?[张下个]|卡)|占|放卡|取消|续|延|排队|"
    r"\b(?:book|reserve|cancel|extend|release)\b"
)


_CLOCK = rule(r"\d\s*点|\d{1,2}:\d{2}|今晚|明晚|明早|tonight|\d\s*[ap]m\b")
_DUE = rule(r"(?:跑|训|练|做)完(?:不|吗|么|没)|来得及|赶|ddl|deadline|交|截止|完")


_ASKING = (MONTHLY, CHEAPER, SPLIT, SLOW, rule(r"\?\s*$|为啥|nvlink"))


def is_asked(text: str) -> bool:
    """Whether plain words ask rather than order: what books, extends or gives back cards is no question of size."""
    plain = simplified(text)
    if _UNIT_PRICE.search(plain) or _BOOKS.search(plain) or (_CLOCK.search(plain) and not _DUE.search(plain)):
        return False
    return has_question(plain) or any(pattern.search(plain) for pattern in _ASKING)
