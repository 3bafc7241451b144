// What a sentence says of players over time: 7日留存, 1-3日留存, 4周留存, and 周 beside them for cohorts by week;
// 首充 漏斗 24小时, the window of a funnel.
import { type Funnel, funnelProblem, type WindowUnit } from '#semantic/model/funnels.ts'
import type { Returns, ReturnUnit } from '#semantic/model/returns.ts'
import { shortReturns } from '#semantic/model/returnsText.ts'
import type { ReportInfo } from '#semantic/model/types.ts'

export interface SpokenPlayers {
  /** The sentence without what was read. */
  rest: string
  returns?: Returns
  within?: NonNullable<Funnel['within']>
}

const returnWords =
  /(?<![\d近去前])(\d{1,3})(?:\s?[-–~至]\s?(\d{1,3}))?\s?(日|天|周|个?月)(?:(?:及|或)?以后)?(?:的)?留存率?/u
const units: Record<string, ReturnUnit> = { 日: 'day', 天: 'day', 周: 'week', 月: 'month', 个月: 'month' }
/** Alone beside a retention: the cohorts of a week or month, as 按周 says. */
const grainAlone = /(^|[\s,，、])(周|月)(?=$|[\s,，、])/gu

export function spokenPlayers(text: string): SpokenPlayers {
  const match = returnWords.exec(text)
  if (!match) return spokenFunnel(text)
  const [whole = '', first = '', last, unit = '日'] = match
  const rest = `${text.slice(0, match.index)} 留存 ${text.slice(match.index + whole.length)}`
  const how = last !== undefined ? 'within' : whole.includes('以后') ? 'after' : 'on'
  const returns = shortReturns({
    days: [Number(first)],
    ...(last !== undefined && { untils: [Number(last)] }),
    how,
    unit: units[unit] ?? 'day',
  })
  return { rest: rest.replace(grainAlone, '$1按$2').trim(), returns }
}

const windowWords = /(?<![\d近去前])(\d{1,5})\s?(分钟|小时|天)内?(?=$|[\s,，、])/u
const windowUnits: Record<string, WindowUnit> = { 分钟: 'minute', 小时: 'hour', 天: 'day' }

function spokenFunnel(text: string): SpokenPlayers {
  const match = text.includes('漏斗') ? windowWords.exec(text) : null
  const within = match && { count: Number(match[1]), unit: windowUnits[match[2] ?? ''] ?? 'day' }
  if (!match || !within || funnelProblem({ within }) !== '') return { rest: text }
  const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
  // 首充 漏斗 is the funnel of that name.
  return { rest: rest.replace(/(\p{Script=Han})\s+漏斗/u, '$1漏斗').trim(), within }
}

/** Whether it asks for a report about players, and for nothing else. */
export const isOfPlayers = ({ returns, within }: Omit<SpokenPlayers, 'rest'>): boolean =>
  returns !== undefined || within !== undefined

/** The report's own settings as the sentence says them, where it is of that kind. */
export function playersOf(
  { kind, funnel }: ReportInfo,
  { returns, within }: Omit<SpokenPlayers, 'rest'>,
): Partial<ReportInfo> {
  if (kind === 'retention' && returns) return { retention: returns }
  return kind === 'funnel' && within ? { funnel: { ...(funnel?.within && funnel), within } } : {}
}
