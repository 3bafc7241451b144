// The content of a message about fires: template values, text, table.

import type { Point } from '#semantic/model/types.ts'
import { readGames } from '#server/objects/games.ts'
import { userNames } from '#server/objects/history.ts'
import type { Db } from '#server/objects/types.ts'
import { emptyText } from '#shared/nothing.ts'
import {
  type AlarmFinding,
  type AlarmLevel,
  type AlarmMover,
  type AlarmRule,
  alarmLevels,
  alarmLevelTitles,
  ledTo,
} from '#features/alarm/contract.ts'
import type { Message } from '#features/receivers/server/index.ts'
import type { StoredFire } from '../objectKinds.ts'
import { textsOf } from '../text.ts'
import { figureText, percentText } from '../words.ts'

/** One value in one period. */
export interface Event {
  label: string
  period: string
  level: AlarmLevel
  findings: AlarmFinding[]
  reason: string
  movers: AlarmMover[]
}

export const eventOf = (fire: StoredFire): Event => ({
  label: fire.label,
  period: fire.period,
  level: fire.level,
  findings: JSON.parse(fire.findings) as AlarmFinding[],
  reason: fire.reason,
  movers: fire.movers === null ? [] : (JSON.parse(fire.movers) as AlarmMover[]),
})

interface Said {
  rule: AlarmRule
  words: { watchText: string; conditionText: string }
  /** 触发, 恢复 or 测试. */
  state: string
  events: readonly Event[]
  games: string
  owner: string
  points: ReadonlyMap<number, Point>
}

const mostListed = 20

export function messageOf(said: Said): Pick<Message, 'title' | 'text' | 'level' | 'table'> {
  const { rule, words, state, events, games, owner, points } = said
  const sorted = events.toSorted(
    (one, other) => alarmLevels.indexOf(other.level) - alarmLevels.indexOf(one.level),
  )
  const [first] = sorted
  const finding = first?.findings.find(ledTo) ?? first?.findings[0]
  const show = (figure: number | null | undefined) =>
    figure === null || figure === undefined ? emptyText : figureText(figure, points.get(finding?.point ?? 0))
  const level = first?.level ?? rule.level
  const labels = [...new Set(events.map(({ label }) => label).filter((label) => label !== ''))]
  const periods = [...new Set(events.map(({ period }) => period))].sort()
  const { title, text } = textsOf(rule, {
    name: rule.name,
    level: alarmLevelTitles[level],
    state,
    game: games,
    point: finding?.pointName || words.watchText,
    dimension: listText(labels, 5) || '全部',
    period: periods.length > 1 ? `${periods[0]} 至 ${periods.at(-1)}` : (periods[0] ?? ''),
    value: show(finding?.value),
    previous: show(finding?.previous),
    change:
      finding?.change === null || finding?.change === undefined ? emptyText : percentText(finding.change),
    expected: show(finding?.expected),
    band:
      finding?.low === null || finding?.low === undefined
        ? emptyText
        : `${show(finding.low)} ～ ${show(finding.high)}`,
    reason: first?.reason ?? '',
    count: String(events.length),
    list: listOf(sorted),
    condition: words.conditionText,
    watch: words.watchText,
    movers: moversText(sorted.find(({ movers }) => movers.length > 0)?.movers ?? []),
    owner,
    note: rule.note,
  })
  const mark = state === '触发' ? '' : `【${state}】`
  const table = tableOf(sorted, points, state === '恢复' ? '告警时' : '对比值')
  return { title: `${mark}${title}`, text, level, ...(table && { table }) }
}

const listText = (items: readonly string[], most: number): string =>
  items.length > most ? `${items.slice(0, most).join('、')} 等 ${items.length} 个` : items.join('、')

function listOf(events: readonly Event[]): string {
  const lines = events
    .slice(0, mostListed)
    .map(({ label, reason }) => (label === '' ? reason : `${label}：${reason}`))
  const more = events.length > mostListed ? [`另有 ${events.length - mostListed} 个`] : []
  return [...lines, ...more].join('；')
}

function moversText(movers: readonly AlarmMover[]): string {
  const said = movers.slice(0, 2).flatMap(({ dimName, rows, method }) => {
    if (method === 'alone') return []
    const parts = rows
      .filter(({ share }) => share !== null && Math.abs(share) >= 0.05)
      .slice(0, 3)
      .map(({ label, share }) => `${label} 占 ${percentText(share ?? 0)}`)
    return parts.length > 0 ? [`${dimName}：${parts.join('，')}`] : []
  })
  return said.join('；')
}

/** Nothing for one event: its text says it. What is the same in all rows is in the text, too. */
function tableOf(
  events: readonly Event[],
  points: ReadonlyMap<number, Point>,
  beside: string,
): Message['table'] | null {
  if (events.length < 2) return null
  const rows = events.slice(0, 100).map(({ label, period, level, findings }) => {
    const found = findings.find(ledTo) ?? findings[0]
    const show = (figure: number | null | undefined) =>
      figure === null || figure === undefined ? '–' : figureText(figure, points.get(found?.point ?? 0))
    const { value = null, expected = null, previous = null, change = null } = found ?? {}
    return [
      label || '全部',
      period,
      alarmLevelTitles[level],
      found?.pointName ?? '',
      show(value),
      show(expected ?? previous),
      change === null ? '–' : percentText(change),
    ]
  })
  const columns = ['维度值', '时间', '级别', '指标', '当前值', beside, '变化']
  const kept = columns.flatMap((_, at) => {
    const isTold = at >= 1 && at <= 3 && new Set(rows.map((row) => row[at])).size === 1
    return isTold ? [] : [at]
  })
  return {
    columns: kept.map((at) => columns[at] ?? ''),
    rows: rows.map((row) => kept.map((at) => row[at] ?? '')),
    right: kept.flatMap((at, place) => (at >= 4 ? [place] : [])),
  }
}

export async function gamesText(db: Db, stored: string): Promise<string> {
  const games = readGames(stored)
  if (games === 'all') return '全部游戏'
  const rows = await db.selectFrom('game').selectAll().execute()
  const names = new Map(rows.map(({ cgi, name }) => [cgi, name]))
  return games.map((cgi) => names.get(cgi) ?? cgi).join('、')
}

export const ownerName = async (db: Db, id: number): Promise<string> =>
  (await userNames(db, [id])).get(id) ?? ''
