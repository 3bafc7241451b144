// What column names, Chinese and English, say about their numbers: by them an import finds totals and proposes roles.

/** Splits into words: playerId, PlayerID, sum_gamerounds. */
const spacedName = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[（(][^（()）]{1,20}[)）]$/g, '')
    .toLowerCase()

const wordsOf = (name: string): string[] =>
  spacedName(name)
    .split(/[^\p{L}\p{N}%]+/u)
    .filter(Boolean)

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(' '))

interface Words {
  /** First words: avg_amount. */
  first?: ReadonlySet<string>
  /** Last words, ignoring trailing numbers and units: a server_id is an id, an id_count counts. */
  last?: ReadonlySet<string>
  chinese: RegExp
}

const units = setOf('ms s sec secs seconds minutes min usd cny rmb yuan kb mb gb')

function says({ first, last, chinese }: Words, name: string): boolean {
  const words = wordsOf(name)
  const end =
    words.findLast((word, at) => !/^(d|day)?\d+$/.test(word) && (at === 0 || !units.has(word))) ?? ''
  // The number of days is part of the word: ltv7, roi30.
  const bare = end.replace(/(?<!\d)\d+$/, '')
  return (
    first?.has(words[0] ?? '') === true ||
    last?.has(end) === true ||
    last?.has(bare) === true ||
    chinese.test(spacedName(name).trim())
  )
}

const ids: Words = {
  last: setOf(
    'id uid guid uuid openid unionid userid playerid roleid accountid deviceid orderid idfa idfv imei oaid passport key no nr number serial sn',
  ),
  chinese: /(id|编号|号码|账号|帐号|单号|标识|序列号|流水号|订单号|设备号|角色号|用户号|卡号|工号|学号)$/,
}

const labels: Words = {
  last: setOf(
    'code zip postcode phone mobile tel rank ranking index idx row seq year yr month mon day week weekday quarter hour level lv lvl grade tier version ver lat lng lon latitude longitude port status state type kind category class group cohort server zone realm region stage chapter floor wave round_no age gender sex flag date time timestamp dt ds vip season ym yyyymm yearmonth yyyymmdd',
  ),
  chinese:
    /(号|代码|编码|邮编|排名|名次|排行|年份|年度|年月|月份|日期|时间|星期|季度|小时|时段|等级|级别|电话|手机|联系方式|经度|纬度|版本|版本号|状态|类型|类别|区服|服务器|关卡|章节|层数|赛季|年龄|分组|性别|品质|星级|段位|档位|标记|标签)$|^(年|月|日|周|天|时|vip)$|^第几/,
}

const averages: Words = {
  first: setOf('avg average mean median pct percent'),
  last: setOf(
    'rate rates ratio ratios percent percentage pct avg average mean median score scores rating ratings price prices unitprice temperature temp humidity stickiness arpu arppu arpdau ltv roi roas ctr cvr cpc cpm cpa cpi retention latency fps ping duration elapsed discount margin nps satisfaction speed weight height',
  ),
  chinese:
    /(率|占比|比例|比重|百分比|比值|均值|平均|平均数|均价|均分|得分|评分|分数|成绩|满意度|推荐度|[单售原定市股报牌盘币]价|价格|价位|温度|气温|水温|体温|湿度|气压|粘性|折扣|留存|[次双周月\d一二三四五六七八九十] ?[日天]? ?留|同比|环比|增速|增幅|时长|用时|耗时|延迟|帧率|身高|体重|权重|系数|指数|胜率)$|^(人均|日均|周均|月均|户均|场均|局均|平均|均|单均|件均|客单)|平均|(^|[_ ])per[_ ]|[%％]/,
}

/** Averages that are ratios: values between 0 and 1 are shown in percent; prices and durations are not. */
const rates: Words = {
  first: setOf('pct percent'),
  last: setOf(
    'rate rates ratio ratios percent percentage pct roi roas ctr cvr retention discount margin conversion',
  ),
  chinese:
    /(率|占比|比例|比重|百分比|比值|留存|[次双周月\d一二三四五六七八九十] ?[日天]? ?留|转化|同比|环比|增速|增幅|折扣|满意度|完成度|进度|粘性)$|^(d|day ?)\d+$|[%％]/,
}

/** Rates that can't exceed 100 %: greater values are written in hundredths. */
const shares: Words = {
  first: setOf('pct percent'),
  last: setOf('percent percentage pct ctr cvr retention conversion'),
  chinese:
    /(占比|百分比|留存|留存率|[次双周月\d一二三四五六七八九十] ?[日天]? ?留|(?<!汇|利|帧|频|心|功|倍|斜|码|效|速|增长|周转|回报|分辨)率)$|[%％]/,
}

/** The highest of a while: the highest of them is that of a longer while. */
const peaks: Words = {
  first: setOf('max maximum peak highest'),
  last: setOf('max maximum peak pcu highest'),
  chinese: /峰值|^(最高|最大)|(最高|最大)(值|数|在线|人数)?$/,
}

const troughs: Words = {
  first: setOf('min minimum lowest'),
  last: setOf('minimum lowest'),
  chinese: /谷值|^(最低|最小)|(最低|最小)(值|数)?$/,
}

/** People who were there on a day: those of two days are partly the same. */
const dailies: Words = {
  last: setOf('dau wau mau acu'),
  chinese:
    /(日活|周活|月活|活跃)(用户|玩家|人|账号|帐号|角色|设备)?数?$|^平均(同时)?在线(人数)?$|(付费|登录|登陆|在玩)(用户|玩家|人|账号|帐号|角色|设备)数$|(^|_)(active|paying|login)_(users?|players?|devices?)$|(^|_)payers?$/,
}

/** Figures since the beginning. */
const cumulated: Words = {
  first: setOf('cum cumulative accumulated lifetime'),
  last: setOf('cumulative accumulated cum'),
  chinese: /^(历史总|总注册)|累计|累积/,
}

const sums: Words = {
  first: setOf('sum total num'),
  last: setOf(
    'sum total amount amt revenue gmv sales cost costs spend spending income profit payment pay paid qty quantity count counts cnt num nums volume units installs clicks impressions views visits population gdp orders users players registers logins pv uv recharge money fee fees tax',
  ),
  chinese:
    /(额|金额|收入|营收|流水|充值|成本|费用|花费|利润|毛利|净利|产量|产值|人口|销量|数量|件数|次数|人数|用户数|玩家数|订单数|个数|点击|展示|曝光|安装|下载|激活|注册|新增|活跃|访问|浏览量|税|补贴|消耗|产出|支出|付费|元宝|钻石|金币|点券|点卷)(数|量|额)?$/,
}

const money: Words = {
  last: setOf('amount amt revenue gmv sales cost spend income profit payment pay paid recharge money fee'),
  chinese: /(额|金额|收入|营收|流水|充值|成本|费用|花费|利润|毛利|净利|产值|支出|付费)$/,
}

const balances: Words = {
  last: setOf('balance balances stock inventory remaining holding outstanding online ccu stored'),
  chinese: /(余额|余量|结余|结存|库存|存量|持仓|持有量|持有数|保有量|累计|累计数|在线人数|期末|剩余|存款)$/,
}

const periods: Words = {
  last: setOf('year yr month mon quarter week season period ym yyyymm yearmonth'),
  chinese: /(年份|年度|年月|月份|季度|周次|期数|赛季|月|年)$/,
}

const places: Words = {
  last: setOf(
    'lat lng lon latitude longitude coord coords coordinate coordinates phone mobile tel zip postcode port',
  ),
  chinese: /(经度|纬度|坐标|电话|手机|手机号|联系方式|邮编|身份证号?)$/,
}

/** 转化率（%）: written in hundredths, whatever the values are. */
export const isPercentName = (name: string): boolean =>
  /[（(]\s*([%％]|百分比|pct|percent)\s*[)）]$/i.test(name.trim())

/** 总在线时长: of all players together, it adds up like other amounts. */
const summedDuration = /^(总|合计|全部).{0,10}(时长|用时|耗时)$|(总时长|总用时|总耗时)$/
const isSummedDuration = (name: string): boolean =>
  summedDuration.test(spacedName(name).trim()) ||
  /^total_.*(duration|playtime|time|hours|minutes|seconds)$/.test(wordsOf(name).join('_'))

export const isIdName = (name: string): boolean => says(ids, name) && !says(sums, name)
export const isLabelName = (name: string): boolean => says(labels, name) || isIdName(name)
export const isAverageName = (name: string): boolean => says(averages, name) && !isSummedDuration(name)
export const isRateName = (name: string): boolean => says(rates, name) || isPercentName(name)
export const isSumName = (name: string): boolean => says(sums, name) || isSummedDuration(name)
export const isMoneyName = (name: string): boolean => says(money, name)
export const isBalanceName = (name: string): boolean => says(balances, name)
export const isShareName = (name: string): boolean => says(shares, name)
export const isPeakName = (name: string): boolean => says(peaks, name)
export const isTroughName = (name: string): boolean => says(troughs, name)
export const isDailyName = (name: string): boolean => says(dailies, name)
export const isCumulatedName = (name: string): boolean => says(cumulated, name)
export const isPeriodName = (name: string): boolean => says(periods, name)
export const isFlagName = (name: string): boolean =>
  /^(是否|有无|is_|has_|flag_)|_flag$/.test(spacedName(name))
/** Numbers that are neither measures nor dimensions. */
export const isPlaceName = (name: string): boolean => says(places, name)

/**
 * What a mean is weighted by, from the best on: the retention of new players by new players, the revenue per
 * active player by active players.
 */
const weights: [mean: RegExp, by: readonly RegExp[]][] = [
  [
    /留存|留$|retention|ltv|roi|roas|^(d|day ?)\d+$/,
    [/新增|注册|激活|安装|新用户|新玩家|new_|register|install|activat|cohort/],
  ],
  [/arppu|付费用户均|付费人均|复购/, [/付费(用户|玩家|人)?数?$|付费人|payer|paying/]],
  [/首充率|激活率|注册率/, [/新增|注册|安装|new_|install/]],
  [/ctr|点击率|cpm/, [/展示|曝光|impression|views?$/]],
  [/cvr|转化|cpc|conversion/, [/点击|click/, /访问|访客|visit|session/, /展示|曝光|impression/]],
  [/打开率|open_rate/, [/送达|发送|推送|deliver|sent/]],
  [/退款率|退货率|refund_rate/, [/订单(数|量)|单数|orders/]],
  [/完播率|跳出率|bounce/, [/播放|访问|visit|session|plays/]],
  [/胜率|win_?rate/, [/场次|局数|对局|games|matches|battles/]],
  [/cpi|cpa/, [/安装|激活|install|activat/]],
  [
    /人均|arpu|arpdau|付费率|流失率|粘性|per_user|per_player|时长|duration|playtime|pay_rate/,
    [/日活|活跃|dau|active_/, /登录|登陆|在玩|login/, /用户数|玩家数|人数|users|players/],
  ],
  [/客单|单均|order_value|aov/, [/订单(数|量)|单数|orders/]],
  [/单价|均价|件均|price/, [/销量|数量|件数|qty|quantity|volume/]],
]

/** Where nothing better is there, shares of people are weighted by their number. */
const headcounts: readonly RegExp[] = [
  /^(总|独立)?(人数|用户数?|玩家数?|访客数?|样本数?|uv|users|players|people|visitors)$/,
  /^新增(用户|玩家)?数?$/,
]

const isPlainCount = (name: string): boolean =>
  !isAverageName(name) && !isRateName(name) && !isMoneyName(name) && !isCumulatedName(name) && !isIdName(name)

/** The best of these columns to weight a mean's values by. */
export function weightNameOf(name: string, others: readonly string[]): string | null {
  const own = spacedName(name)
  const told = weights.filter(([mean]) => mean.test(own)).flatMap(([, by]) => by)
  const ways = isShareName(name) ? [...told, ...headcounts] : told
  for (const way of ways) {
    const found = others.filter(
      (other) => other !== name && way.test(spacedName(other)) && isPlainCount(other),
    )
    // 新增 rather than 新增付费.
    const [best] = found.toSorted((one, other) => one.length - other.length)
    if (best !== undefined) return best
  }
  return null
}

/** One of several columns with a period each: 1月, 2026-03, Q2. */
export const isPeriodColumn = (name: string): boolean =>
  /^(\d{4}年?[-/.]?)?\d{1,2}月?$|^(\d{4}年?)?[Qq第]?[1-4一二三四]季度?$|^[Qq][1-4]$|^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}$/i.test(
    name.trim(),
  )

const entities: [pattern: RegExp, name: string][] = [
  [/订单|order|交易|trade|transaction|单号|流水/, '订单'],
  [/受访|respondent|问卷|答卷/, '受访者'],
  [/角色|role|char/, '角色'],
  [/玩家|player|uid|userid|user_|user$|openid|passport/, '玩家'],
  [/用户|会员|客户|member|customer|client/, '用户'],
  [/账号|帐号|account/, '账号'],
  [/设备|device|idfa|imei|oaid/, '设备'],
  [/区服|服务器|server/, '区服'],
  [/员工|employee|staff|工号/, '员工'],
  [/道具|物品|商品|item|product|sku/, '商品'],
]

/** What an id identifies, for naming its distinct count: 玩家. */
export const entityOf = (name: string): string | null =>
  entities.find(([pattern]) => pattern.test(spacedName(name)))?.[1] ?? null

/** Ids of actors: each row describes one of them. */
export const isPersonName = (name: string): boolean =>
  ['玩家', '角色', '用户', '账号', '设备', '受访者', '员工'].includes(entityOf(name) ?? '')
