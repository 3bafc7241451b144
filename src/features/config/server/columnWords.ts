// What column names, Chinese and English, say about their numbers.

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
  const end = words.findLast((word, at) => !/^d?\d+$/.test(word) && (at === 0 || !units.has(word))) ?? ''
  return (
    first?.has(words[0] ?? '') === true || last?.has(end) === true || chinese.test(spacedName(name).trim())
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
    'rate rates ratio ratios percent percentage pct avg average mean median score scores rating ratings price prices unitprice temperature arpu arppu ltv roi roas ctr cvr cpc cpm cpa cpi retention latency fps ping duration elapsed discount margin nps satisfaction speed weight height',
  ),
  chinese:
    /(率|占比|比例|比重|百分比|比值|均值|平均|平均数|均价|均分|得分|评分|分数|成绩|满意度|推荐度|单价|售价|原价|定价|价格|温度|折扣|留存|同比|环比|增速|增幅|时长|用时|耗时|延迟|帧率|身高|体重|权重|系数|指数|胜率)$|^(人均|日均|周均|月均|平均|均|单均|件均|客单)|平均|[%％]/,
}

/** Averages that are ratios: values between 0 and 1 are shown in percent; prices and durations are not. */
const rates: Words = {
  first: setOf('pct percent'),
  last: setOf(
    'rate rates ratio ratios percent percentage pct roi roas ctr cvr retention discount margin conversion',
  ),
  chinese: /(率|占比|比例|比重|百分比|比值|留存|转化|同比|环比|增速|增幅|折扣|满意度|完成度|进度)$|[%％]/,
}

const sums: Words = {
  first: setOf('sum total num'),
  last: setOf(
    'sum total amount amt revenue gmv sales cost costs spend spending income profit payment pay paid qty quantity count counts cnt num nums volume units installs clicks impressions views visits population gdp orders users players registers logins dau wau mau pv uv recharge money fee fees tax',
  ),
  chinese:
    /(额|金额|收入|营收|流水|充值|成本|费用|花费|利润|毛利|净利|产量|产值|人口|销量|数量|件数|次数|人数|用户数|玩家数|订单数|个数|点击|展示|曝光|安装|下载|激活|注册|新增|活跃|访问|浏览量|税|补贴|消耗|产出|支出|付费)(数|量|额)?$/,
}

const money: Words = {
  last: setOf('amount amt revenue gmv sales cost spend income profit payment pay paid recharge money fee'),
  chinese: /(额|金额|收入|营收|流水|充值|成本|费用|花费|利润|毛利|净利|产值|支出|付费)$/,
}

const balances: Words = {
  last: setOf('balance balances stock inventory remaining holding outstanding online ccu stored'),
  chinese: /(余额|余量|结余|库存|存量|持有量|持有数|保有量|累计|累计数|在线人数|期末|剩余|存款)$/,
}

const periods: Words = {
  last: setOf('year yr month mon quarter week season period ym yyyymm yearmonth'),
  chinese: /(年份|年度|年月|月份|季度|周次|期数|赛季|月|年)$/,
}

const places: Words = {
  last: setOf('lat lng lon latitude longitude phone mobile tel zip postcode port'),
  chinese: /(经度|纬度|电话|手机|手机号|联系方式|邮编|身份证号?)$/,
}

export const isIdName = (name: string): boolean => says(ids, name) && !says(sums, name)
export const isLabelName = (name: string): boolean => says(labels, name) || isIdName(name)
export const isAverageName = (name: string): boolean => says(averages, name)
export const isRateName = (name: string): boolean => says(rates, name)
export const isSumName = (name: string): boolean => says(sums, name)
export const isMoneyName = (name: string): boolean => says(money, name)
export const isBalanceName = (name: string): boolean => says(balances, name)
export const isPeriodName = (name: string): boolean => says(periods, name)
export const isFlagName = (name: string): boolean =>
  /^(是否|有无|is_|has_|flag_)|_flag$/.test(spacedName(name))
/** Numbers that are neither measures nor dimensions. */
export const isPlaceName = (name: string): boolean => says(places, name)

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
