// Kinds of things that the replacement of a table can break, with their names for users.
const breakingTitles = {
  point: '指标',
  dimension: '维度',
  report: '报表',
  alarm: '告警',
  subscription: '订阅',
  query: '查询',
  custom: '自定义报表',
} as const
export type BreakingKind = keyof typeof breakingTitles

/** In the order in which they are told. */
export const breakingKinds = Object.keys(breakingTitles) as BreakingKind[]

interface Thing {
  kind: BreakingKind
  name: string
  reason?: string
}

/** 指标：「充值」「花费」; 查询：「点击明细」（找不到列 点击） */
export function brokenLines(things: readonly Thing[]): string[] {
  return breakingKinds.flatMap((kind) => {
    const names = things
      .filter((thing) => thing.kind === kind)
      .map(({ name, reason }) => `「${name}」${reason ? `（${reason}）` : ''}`)
    return names.length > 0 ? [`${breakingTitles[kind]}：${names.join('')}`] : []
  })
}

/** Above what is told: only what is known not to work is said not to work. */
export const breakingLead = ({ things, hidden }: { things: readonly Thing[]; hidden: number }): string =>
  things.length > 0 || hidden > 0 ? '会让下面这些不能用' : '之后，有查询没有核对，可能不能用'

/** 没有核对的查询：3 条 */
export const uncheckedLines = ({ unchecked }: { unchecked: number }): string[] =>
  unchecked > 0 ? [`没有核对的查询：${unchecked} 条，可能也不能用`] : []

interface ChangedColumns {
  lost: readonly string[]
  retyped: readonly { name: string; from: string; to: string }[]
  fresh: readonly string[]
}

/** 少了列：渠道、花费 */
export const changedLines = ({ lost, retyped, fresh }: ChangedColumns): string[] => [
  ...(lost.length > 0 ? [`少了列：${lost.join('、')}`] : []),
  ...retyped.map(({ name, from, to }) => `列「${name}」由${from}变为${to}`),
  ...(fresh.length > 0 ? [`多了列：${fresh.join('、')}`] : []),
]
