"""Chinese words the reader knows, with tag and value. The longest match wins, so 一下 is never the number one."""

from __future__ import annotations

from .tokens import Day, Part, T

Entry = tuple[T, object]

DAYS = {
    "今天": 0, "今日": 0, "今儿": 0, "当天": 0, "明天": 1, "明日": 1, "明儿": 1, "明个": 1, "后天": 2,
    "后日": 2, "大后天": 3, "昨天": -1, "昨日": -1, "前天": -2, "大前天": -3,
}  # fmt: skip
SHORT_DAYS = {"今": 0, "明": 1, "后": 2, "昨": -1}
PARTS = {
    "凌晨": Part.DAWN, "清晨": Part.EARLY, "清早": Part.EARLY, "大清早": Part.EARLY, "一大早": Part.EARLY,
    "一早": Part.EARLY, "大早上": Part.EARLY, "早上": Part.MORNING, "早晨": Part.MORNING, "早间": Part.MORNING,
    "上午": Part.MORNING,
    "中午": Part.NOON, "晌午": Part.NOON, "下午": Part.AFTERNOON, "午后": Part.AFTERNOON, "傍晚": Part.DUSK,
    "黄昏": Part.DUSK, "晚上": Part.EVENING, "晚间": Part.EVENING, "夜里": Part.NIGHT, "夜间": Part.NIGHT,
    "夜晚": Part.EVENING, "深夜": Part.NIGHT, "半夜": Part.NIGHT, "大半夜": Part.NIGHT, "后半夜": Part.DAWN,
    "半夜里": Part.NIGHT,
}  # fmt: skip
# Only with a day before or an hour behind: alone, 早 and 晚 are parts of too many words.
SHORT_PARTS = {"早": Part.MORNING, "晚": Part.EVENING, "夜": Part.NIGHT}

_WORDS: dict[T, str] = {
    T.NOW: "现在 立即 马上 立刻 即刻 这会儿 此刻 即时 当前 眼下 尽快 赶紧",
    T.UNTIL: (
        "到 至 直到 一直到 跑到 用到 占到 订到 约到 训到 练到 做到 截止到 截至 持续到 延续到 一路到 直至 "
        "干到 留到 借到"
    ),
    T.FROM: "从 自从",
    T.IN: "过 再过 等",
    T.AFTER: "后 之后 以后 过后",
    T.AGO: "前 之前 以前",
    T.BEGIN: "开始 起 开跑 起用 开始用 开始跑 起跑 开始算 开始训 开用 开工",
    T.WHOLE: "全天 整天 一整天 整日 全日",
    T.VAGUE: (
        "几小时 几个小时 几个钟头 几天 若干小时 一阵子 几分钟 好几天 几个钟 若干天 "
        "一段时间"
    ),
    T.GE: "个",
    T.CLASSIFIER: "张 块 枚 片",
    T.SLIP: "章 长 涨 仗 帐 掌 账 丈",
    T.CARD: "卡 显卡 gpu卡 显卡卡",
    T.ALL: (
        "整机 整台 整台机器 整个机器 整个机子 整台机子 包机 包场 包圆 全部 全卡 全机 所有 所有卡 所有的卡 "
        "全要 都要 全都要 全包 全订 一整台 一整台机器 全部的卡 全部卡 整个节点 整节点 全节点 全占 通通 "
        "统统 满卡 整 全都 全给我"
    ),
    T.NOT: (
        "不要 别用 除了 除 避开 排除 不用 别给我 不含 别碰 不包括 不想要 别占 不能用 别动 除开 不算 去掉 "
        "别选 绕开 跳过 别要"
    ),
    T.MACHINE: "台",
    T.FLEXIBLE: (
        "有空就行 有空 随便 随时 任意时间 不急 不着急 不赶 看情况 什么时候都行 啥时候都行 都行 空了 有空位 "
        "有卡就行 有位置就行 哪天都行 几点都行 有空的时候 空闲时 最早 灵活 时间不限 什么时间都行 "
        "等会儿 等会 待会儿 待会 过会儿 回头 一会儿 一会 最快 晚点 晚些 "
        "早点 尽早 有空闲 空出来 方便的时候 左右开始"
    ),
    T.OPEN: (
        "跑完为止 跑完 通宵 过夜 一晚上 一夜 一宿 整晚 整夜 长期 一直 训完为止 训完 用完为止 用完 做完为止 "
        "不限时 无限期 永久 结束为止"
    ),
    T.LIST: "、 和 跟 与 以及 还有",
    T.SHARP: "整 钟",
    T.HOUR: "点 点钟 时",
    T.QUARTER: "刻",
    T.MINUTE: "分",
    T.YEAR_WORD: "年",
    T.MONTH_WORD: "月 月份",
    T.DAY_WORD: "日",
    T.NUMBER_WORD: "号",
    T.NOON: "正午",
    T.MIDNIGHT: "午夜 零时 子夜",
    T.MEMORY: "g显存 gb显存",
    T.FILLER: (
        "帮我 帮忙 帮 请 麻烦 劳驾 订 订个 订下 约 约个 预约 预订 预定 定 定个 借 借用 来 来个 要 给我 给 "
        "我要 我想 想 想要 我 咱 咱们 我们 一下 下 谢谢 谢了 谢啦 多谢 感谢 拜托 辛苦 辛苦了 吧 呗 哈 啊 "
        "呢 了 的 哦 喔 噢 嗯 呀 嘛 啦 诶 哎 那 就 需要 申请 占 占用 占个 抢 抢个 留 留个 用个 使用 上 "
        "可以吗 行吗 好吗 可以么 行不 行么 吗 么 大概 大约 左右 差不多 共 一共 总共 持续 时长 时间 连续 "
        "每张 各 至少 最多 麻烦了 先 再 也 都 全 您 你 你好 您好 大佬 老师 今后 机器 服务器 同时 一起 只 "
        "只要 就要 就行 即可 吧谢谢 嗷 滴 哒 整个 然后 那就 安排 安排一下 搞 弄 吧麻烦 可否 能否 能不能 "
        "可不可以 一共要 总计 预计 估计 应该 直接 单独 给个 之间 期间 这 这个 位置 空位 打算 准备 计划 "
        "希望 显存 够了 就够了 足够 大家 各位 同学 师兄 师姐 好 就好 够 就够 任意 急 急用 加急 很急"
    ),
}  # fmt: skip
_OTHERS = {
    "cancel": "取消 撤销 不订了 不用了 算了 退订 不要了 不约了 退掉 撤回",
    "extend": "延长 续订 续约 续一下 顺延 推迟 延后 提前结束",
    "release": "放卡 释放 放了 还卡 归还",
    "question": (
        "多少钱 谁的 谁在用 有卡吗 有空卡吗 还有卡 空闲吗 有人吗 有没有 多少 什么时候 几点 够吗 够不够 "
        "哪张 哪些 查看 查询 怎么 为什么 几张"
    ),
    "recurring": "每天 每晚 每周 每日 每个 每月 每早 天天 隔天 隔日 工作日 每星期 每年 每小时 每周末 每隔",
    "alternative": "或 或者 或是 要么",
    "half": "半张 半块 半卡 半张卡 半个卡 半片 半个gpu 半个显卡",
    "half_of_all": "一半",
    "bound": "少于 多于 大于 小于 超过 不超过 以上 以下 以内 不到 不止",
    "holiday": "元旦 春节 国庆 中秋 端午 清明 除夕 月底 月初 年底 月末 年初 周中 月中",
}
_UNITS = {
    "分钟": 1, "小时": 60, "钟头": 60, "刻钟": 15, "天": 1440, "周": 10080, "星期": 10080, "礼拜": 10080,
    "个月": 0,
    "个钟": 60, "个钟头": 60,
    "天天": 1440, "昼夜": 1440, "秒": -1, "秒钟": -1,
}  # fmt: skip
WEEKDAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6} | {str(i + 1): i for i in range(7)}
_WEEKS = {
    "": None,
    "这": 0,
    "本": 0,
    "这个": 0,
    "下": 1,
    "下个": 1,
    "下下": 2,
    "下下个": 2,
    "上": -1,
    "上个": -1,
    "上上": -2,
}


def _words() -> dict[str, Entry]:
    words: dict[str, Entry] = {}
    for tag, text in _WORDS.items():
        words |= {word: (tag, word) for word in text.split()}
    for name, text in _OTHERS.items():
        words |= dict.fromkeys(text.split(), (T.OTHER, name))
    words |= {word: (T.UNIT, minutes) for word, minutes in _UNITS.items() if not word.isascii()}
    words |= {word: (T.PART, part) for word, part in PARTS.items()}
    words |= {word: (T.DAY, Day(offset=offset)) for word, offset in DAYS.items()}
    for short, offset in SHORT_DAYS.items():
        words |= {
            short + p: (T.DAY, Day(offset=offset, part=part)) for p, part in SHORT_PARTS.items() if short + p != "后夜"
        }
        if short != "后":
            words |= {short + p: (T.DAY, Day(offset=offset, part=part)) for p, part in PARTS.items() if len(p) == 2}
    for day in ("次日", "第二天", "隔天", "翌日", "转天", "第2天"):
        words[day] = (T.DAY, Day(after=1))
        words |= {
            day[0] + p: (T.DAY, Day(after=1, part=part)) for p, part in SHORT_PARTS.items() if day in ("次日", "翌日")
        }
    for day, after in {"第三天": 2, "第四天": 3}.items():
        words[day] = (T.DAY, Day(after=after))
    words |= {"单卡": (T.COUNTED, 1), "双卡": (T.COUNTED, 2), "一对": (T.COUNTED, 2)}
    words |= {
        "当晚": (T.DAY, Day(after=0, part=Part.EVENING)),
        "半": (T.HALF, "半"),
        "下个月": (T.MONTH, -1),
        "下月": (T.MONTH, -1),
    }
    words |= {
        "这个月": (T.MONTH, 0),
        "本月": (T.MONTH, 0),
        "明年": (T.YEAR_WORD, 1),
        "今年": (T.YEAR_WORD, 0),
        "大大后天": (T.DAY, Day(offset=4)),
    }
    return words | _weeks()


def _weeks() -> dict[str, Entry]:
    words: dict[str, Entry] = {}
    for said, week in _WEEKS.items():
        for name in ("周", "星期", "礼拜"):
            words |= {said + name + d: (T.DAY, Day(weekday=n, week=week)) for d, n in WEEKDAYS.items()}
            for end in ("六日", "六周日", "六和周日", "六天"):
                words[said + name + end] = (T.DAY, Day(weekend=True, week=week))
            if said:
                words[said + name] = (T.VAGUE, "next_week" if week == 1 else "week")
        words[said + "周末"] = (T.DAY, Day(weekend=True, week=week))
    return words


WORDS = _words()
# 三维, 二分类, 一致: numerals inside words that count nothing.
_COUNT_NOTHING = """
二分类 三分类 多分类 三维 二维 一维 一些 统一 唯一 一致 一般 一直以来 万一 二次 一次
一作 二作 一审 二审 三审 一稿 二稿 终稿 一样 一定 三元组 四足 双十一 七夕 八股 一键 一阶
二阶 三阶 一阶段 二阶段 三阶段 点云 分割 分类 分布式 分布 时序 时空 实时
日志 周报 月报 天气 号码 张量 片段 卡住 卡尔曼 起点 后训练 后处理 前处理 前向 后门 从头
自监督 自回归 自动 自蒸馏 到底 过拟合 来源 整理 分析 分子 晚会 早停 全量 全参 全参数
全参微调 全监督 整体 长文本 长上下文 长序列 跟踪 与或 打榜 打比赛 打标 上采样 下采样 下游
上游 先验 再训练 要点 定位 定理 约束 预约系统 占位 用户 给定 只读 也许 都市 那些 这些
搞定 等变 等效 过滤 过程 半监督 天文 时尚 年龄 月球 日语 除噪 除雾 不用管 点击率 点击
片上 块稀疏 借鉴
"""
WORDS |= {word: (T.WORD, word) for word in _COUNT_NOTHING.split()}
LONGEST = max(map(len, WORDS))
