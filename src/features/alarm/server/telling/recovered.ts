// What a recovery tells: from which figure to which, and how long it lasted. The figures that led to the fire are
// yesterday's news by then.

import type { Point } from '#semantic/model/types.ts'
import { type AlarmFinding, ledTo } from '#features/alarm/contract.ts'
import type { StoredFire } from '../objectKinds.ts'
import { figureText } from '../words.ts'
import type { Recovered } from './declaring.ts'
import { type Event, eventOf } from './message.ts'

/** One per value: a fire that rose to a higher level is told with the one it began with. */
export function recoveriesOf(
  fires: readonly StoredFire[],
  now: readonly Recovered[],
  points: ReadonlyMap<number, Point>,
): Event[] {
  const known = new Map(now.map((one) => [one.fire, one]))
  return [...Map.groupBy(fires, ({ value_key }) => value_key).values()].flatMap((own) => {
    const [first] = own.toSorted((one, other) => one.fired_at.localeCompare(other.fired_at))
    const ended = own.flatMap(({ id }) => known.get(id) ?? [])[0]
    return first ? [recoveryOf(first, ended, points)] : []
  })
}

function recoveryOf(
  fire: StoredFire,
  ended: Recovered | undefined,
  points: ReadonlyMap<number, Point>,
): Event {
  const event = eventOf(fire)
  const lasted = lastedText(Date.parse(fire.recovered_at ?? fire.fired_at) - Date.parse(fire.fired_at))
  const period = ended?.period ?? fire.recovered_period ?? fire.period
  const finding = event.findings.find((one) => ledTo(one) && one.point !== null)
  const said = { ...event, period, movers: [] }
  if (!finding) return { ...said, findings: [], reason: `已不再符合条件，持续 ${lasted}` }
  const { point, pointName, value: was } = finding
  const value = ended?.figures.find((figure) => figure.point === point)?.value ?? null
  const change = was === null || was === 0 || value === null ? null : (value - was) / Math.abs(was)
  const show = (figure: number | null) => figureText(figure, points.get(point ?? 0))
  const own: AlarmFinding = {
    ...finding,
    value,
    previous: was,
    change,
    expected: null,
    low: null,
    high: null,
  }
  return { ...said, findings: [own], reason: `${pointName} ${show(was)} → ${show(value)}，持续 ${lasted}` }
}

const minuteMs = 60_000

/** 「2 天 3 小时」: its two largest parts. */
function lastedText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / minuteMs))
  const parts = [
    [Math.floor(minutes / 1_440), '天'],
    [Math.floor(minutes / 60) % 24, '小时'],
    [minutes % 60, '分钟'],
  ] as const
  const from = parts.findIndex(([count]) => count > 0)
  return parts
    .slice(from, from + 2)
    .flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : []))
    .join(' ')
}
