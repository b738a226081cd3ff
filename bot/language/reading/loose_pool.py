"""The words of what a group asks about its money, its machine and itself, in Chinese and English, for `loose`."""

from __future__ import annotations

from .loose import bag

_MONEY = (
    "账单 多少钱 花了多少 花了多少钱 花费 费用 要交多少 要交多少钱 要付多少钱 交多少 交多少钱 欠多少 欠多少钱 付多少 "
    "付多少钱 摊多少 出多少钱 分摊 卡费 用了多少钱 花多少 花多少钱 摊多少钱 账"
)
_WHOSE = (
    "每人 每个人 各 该 卡 卡费 用卡 显卡 多少 了多少 那份 要 得 怎么样 交 付 明细 服务器 机器 费 钱 用 花 花了 用了"
)
_MACHINE = "机器 服务器 机子 节点 集群 主机 卡 显卡 gpu 这台 驱动"
_WELL = (
    "有没有坏的 有坏的 坏的 有没有坏 正常 还好 好着 有问题 没问题 出问题 坏 坏了 挂 挂了 挂没挂 健康 体检 检查 "
    "毛病 有毛病 没事 没事吧 稳 稳定 好使 "
    "掉了 掉卡 少了 不见了 活着 活 在线 能用 正不正常 正常工作 宕机 宕机了 掉线 掉线了 死 死了 崩 崩了"
)
_BILL_EN = "bill owe paying spent spend spending share cost costs invoice"

BAGS = (
    bag(
        "why",
        (
            "按什么 按啥 按什么算 怎么 怎么会 怎么算 怎么算的 怎么算出来的 怎么来的 为什么 为啥 咋算的 凭什么 咋",
            "账单 钱 这么多 这么贵 这么高 高 费用 这笔钱 多 贵 这笔",
        ),
        f"{_WHOSE} 这个月 本月 上个月 会 有 这 要交 比别人 比上月 比上个月 比大家 我这份 我这 份 N 月",
    ),
    bag("split", (_MONEY, "上个月 上月"), _WHOSE, "上个月"),
    bag(
        "price",
        (
            "单价 价格 租金 多少钱 啥价 什么价 贵 收费",
            "单价 价格 租金 一小时 每小时 卡时 一卡时 每卡时 每个月 一个月 L 一天 每天 一个小时 小时 收费 "
            "怎么收费 怎么",
        ),
        "多少 多少钱 卡 显卡 机器 一 G 呢 我们 K 张 一张 用",
    ),
    bag(
        "price",
        ("卡费 费用 价钱 收费", "一小时 每小时 L 卡时 一天 每天", "多少 多少钱 几块"),
        "卡 显卡 G 一张 K 钱 现在",
    ),
    bag("split", (_MONEY, "这个月 本月 这月 我 我们 大家 账单 咱 咱们"), _WHOSE + " 这个月 本月 N 月 月份 S"),
    bag(
        "object",
        (
            "异议 有异议 不对 有问题 算错 算错了 不认 不同意 错了 多算 多算了 有误 有出入",
            "账单 这笔 账 钱 明细 分摊 费用 异议 有异议 这条 我",
        ),
        "我 我的 好像 感觉 觉得 对 账单 有 给 多 算 算得 是 这个月 上个月 上月 的 好多",
    ),
    bag(
        "health",
        (_MACHINE, _WELL, "是不是 有没有坏的 有没有坏 有没有 吗 么 ? 没 不 体检 检查 没事吧 怎么样 正不正常 挂没挂"),
        "S 都 状态 情况 做 有 出 出了 怎么样 还 C D K 一张",
    ),
    bag("health", ("体检 健康检查 健康状况 健康情况 自检 体检报告",), f"{_MACHINE} 做 报告 S 结果 全面"),
    bag(
        "outage", (_MACHINE, "停了 停机 停机了 宕机了 挂了 断电了 停电了 关机了 死机了"), "S 被 又 整个 全 刚 昨晚 昨天"
    ),
    bag(
        "outage",
        (_MACHINE, "停过机 停过 停机过 宕过机 断过电 关过机", "吗 么 没 没有 ? 几次 多久 什么时候"),
        "S 有没有 是不是 有",
    ),
    bag("outage", ("停机记录 停机情况 宕机记录 停过机 停了多久 停机多久",), f"{_MACHINE} S 上个月 这个月 本月 记录"),
    bag(
        "digest",
        ("日报 用量 小结 总结 战况 报告 汇报 简报", "今天 今日 S 看 看看 日报 昨天 昨日"),
        "的 大家 卡 用 用得 怎么样 用的 情况 如何 用量 使用 报告",
    ),
    bag("digest", ("日报",), "S"),
    bag("digest", ("S", "谁 哪位 哪个人", "用得最多 用最多 用的最多 用得最少 跑得最多 占得最多"), "卡 是 昨天 的"),
    bag(
        "pay",
        (
            "我 我要 我该 我还 我应该 我得 我还要",
            "转给谁 给谁 付给谁 给谁转 转谁 付谁 欠谁 交给谁 欠谁钱 给谁钱 给谁付",
        ),
        "该 要 还 得 应该 多少 多少钱 钱 转账 付 转 上个月 上月 这个月 的 卡费 账单",
    ),
    bag(
        "pay",
        ("who whom", "do should have", "i", "owe pay transfer"),
        "much how money to send and must still whom for the",
    ),
    bag(
        "pay",
        (
            "付了 付过了 转了 转过了 交了 交过了 付款了 转账了 付清了 转过去了 打过去了 付完了 转完了 交完了 "
            "付好了 转好了",
            "我 钱 卡费 费用 账单",
        ),
        "已经 刚 刚刚 上个月 上月 这个月 本月 的 那笔 那份 给 都 租金",
    ),
    bag(
        "settle",
        (
            "谁 哪些人 哪几个人 还有谁 几个人 多少人 大家 都 有人 有没有人",
            "没交 没付 没给 没转 没付钱 没交钱 没给钱 没转账 没转钱 交了 付了 欠 欠着 没结 没结清 欠钱 交齐 付清 结清",
        ),
        "钱 卡费 费用 账单 上个月 上月 这个月 本月 N 月 的 没 吗 么 还 都 谁 多少 账 房租 租金 交 付 ? 了 还差 差",
    ),
    bag(
        "settle",
        ("谁 怎么", "转给谁 给谁 付给谁 结算 转谁 给谁转", "大家 谁 结算 账单 这个月 上个月 本月 上月"),
        "该 要 多少 多少钱 钱 应该 转 付 给 的",
    ),
    bag(
        "settle",
        ("who", "hasn't has still not", "paid pay owes owe"),
        "yet money for the their share everyone anybody last month",
    ),
    bag(
        "budget",
        ("预算", "多少 剩 还剩 够 够不够 超 超了 超支 用了 花了 吗 么 ? 怎么样 情况"),
        "这个月 本月 还 我的 组里 我们 的 多少 了 没 用 花",
    ),
    bag(
        "budget",
        ("budget",),
        "what's what whats how much of is the our my left for month over are still have do spent S",
    ),
    bag(
        "rent",
        ("租到 租期 到期 续租 租 合同", "什么时候 哪天 几号 啥时候 多久 哪一天 何时 几月 还有 还剩 ?"),
        f"{_MACHINE} 租 合同 还 能 是 的 天 几天 到 快 了 结束",
    ),
    bag(
        "rent",
        ("余额 机房余额 账上 充值", "撑 够 够用 剩 还剩 多少 用 能用 还能撑"),
        "几天 多久 还 多少 钱 机房 机器 能 天 到 什么时候 几号 用 ? 吗 里 上 的",
    ),
    bag(
        "rent",
        ("until till rented rent lease", "when how machine long"),
        "is the it box server for do we have does end run",
    ),
    bag("rent", ("balance", "left long last much"), "how will does the is our of with provider there it days"),
    bag(
        "export",
        ("导出 导出来 导成 导一份 下载", "账单 账 明细 报表 表格 excel csv 数据 表"),
        "把 N 月 月份 的 上个月 上月 这个月 本月 成 一份 给我 我 要 想 下 一下 S 个",
    ),
    bag(
        "export",
        ("export download", "bill bills statement spreadsheet csv excel lines"),
        "the as a to for last month me can i my of S january february march april may june july august september "
        "october november december",
    ),
    bag(
        "welcome",
        (
            "怎么连 如何连 怎么登 怎么登录 怎么登陆 怎么登上 怎么登进 怎么连接 怎么上 咋连 怎么进 咋登 咋登录 "
            "咋上 登不上 连不上 登录方式 连接方式 命令 "
            "怎么ssh 地址 端口 ip",
            "机器 服务器 卡 节点 ssh 怎么ssh 集群 地址 端口 ip 登录 连接",
        ),
        "给 新人 新来的 看看 和 跟 与 及 上 上去 去 这台 这个 ssh 是多少 多少 是什么 什么 远程 密码 用 进去",
    ),
    bag(
        "node",
        ("机器 服务器 节点 配置", "几台 哪些 多少台 列表 什么配置 啥配置 配置 信息"),
        "有 我们 组里 一共 是 的 卡",
    ),
    bag(
        "leave",
        ("退组 退出 退群 离开 退", "我 组 群 本组 退组 退群"),
        "要 想 了 这个 的 们 准备 打算 小组 毕业 从 申请 毕业了",
    ),
    bag(
        "join",
        ("加入 入组 进组 加组 加 加进来 拉 进来 加一下", "我 组 你们 群 入组 进组 加组 加入"),
        "想 要 申请 这个 的 可以 能 吗 ? 一下 怎么 也 新来的 新人 刚 来 可不可以 能不能 加我 小组",
    ),
    bag(
        "lang",
        ("中文 汉语",),
        "用 说 讲 换 换成 切 切成 切换 改 改成 回复 回 回答 跟我 和我 以后 到 吧 要 可以 能 ? 吗",
        "zh",
    ),
    bag(
        "lang",
        ("英文 英语 english",),
        "用 说 讲 换 换成 切 切成 切换 改 改成 回复 回 回答 跟我 和我 以后 到 吧 要 可以 能 ? 吗 "
        "in speak talk reply switch to answer use change can you me language instead",
        "en",
    ),
    bag(
        "lang",
        ("chinese mandarin",),
        "in speak talk reply switch to answer use change can you me language instead ?",
        "zh",
    ),
    bag(
        "split",
        (_BILL_EN, "i we my our us bill invoice", "last"),
        "how much do what is the month for have to should pay did",
        "last month",
    ),
    bag(
        "split",
        (f"{_BILL_EN} pay", "i we my our us bill invoice group lab team pool everyone everybody"),
        "january february march april may june july august september october november december november's will "
        "would did this how much do the month for S have to should month's pay so far many",
    ),
    bag(
        "why",
        ("why how", "bill cost expensive high much charged pay share amount"),
        "my so this calculated computed come did you did",
    ),
    bag(
        "price",
        ("price prices pricing rate rates cost costs charge much", "per price prices rate rates an hour gpu card L"),
        "how card gpu hour L G K gpus cards hourly month does one N",
    ),
    bag(
        "object",
        ("wrong object disagree dispute incorrect contest mistake", "bill line charge amount share statement"),
        "with is i my think looks seems a there's on dispute",
    ),
    bag("pay", ("paid transferred",), "just my share part bill the it money for last month"),
    bag(
        "health",
        (
            "machine server box node gpus cards gpu card everything driver",
            "ok okay healthy fine working alive up broken down wrong sick health well dead crashed",
            "? is are health everything",
        ),
        "with something anything running properly check C",
    ),
    bag(
        "health", ("machine server box node driver", "is"), "the everything"
    ),  # is the server ok: a polite ok is cut off
    bag("health", ("health healthcheck checkup check-up",), "check run machine report box server gpus cards"),
    bag("outage", ("machine server box node", "down crashed dead offline"), "went seems looks was S is again"),
    bag("digest", ("digest summary recap report",), "send me for yesterday daily today's S yesterday's of day"),
    bag(
        "welcome",
        (
            "how where what",
            "connect login log ssh address port ip",
            "machine server box node ssh gpus address port ip in",
        ),
        "do i we into get to password host is my with which number ?",
    ),
    bag("welcome", ("ssh", "port host address command login key ip"), "number for machine server do i use"),
    bag("leave", ("leave quit leaving", "pool group lab"), "want to would like the this am going how do can"),
    bag("join", ("join add", "pool group lab want in"), "want to would like how do your me new here student am"),
    bag("node", ("nodes machines servers node",), "do we list many specs how what"),
)
