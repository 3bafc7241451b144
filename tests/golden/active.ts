// Computes activity naively: for each day and player it looks at the set of the player's days. Nothing here knows the
// engine or SQL.
import { dayOf, groupsOf, isSeen, type Question, type Row, ratio } from './followed.ts'
import type { Cell } from './golden.ts'

export interface Active {
  show: 'rolling' | 'lifecycle' | 'flow' | 'days'
  windows: number[]
  /** Places of the day among the dimensions. */
  dayAt: number[]
  dateOf: (day: number) => string
}

type Days = Set<number>

const states = ['新增', '持续', '回流', '沉默', '流失', '早已流失'] as const
type State = (typeof states)[number] | '未出现'

/** How many of the days lie within, both ends included. */
const within = (days: Days, from: number, to: number): number => {
  let found = 0
  for (let day = from; day <= to; day++) if (days.has(day)) found += 1
  return found
}

const longAgo = -1000

function stateOn(days: Days, day: number, window: number): State {
  const isEarlier = within(days, longAgo, day - 1) > 0
  if (days.has(day)) {
    if (!isEarlier) return '新增'
    return within(days, day - window, day - 1) > 0 ? '持续' : '回流'
  }
  if (!isEarlier) return '未出现'
  if (within(days, day - window + 1, day) > 0) return '沉默'
  return within(days, day - 2 * window + 1, day - window) > 0 ? '流失' : '早已流失'
}

/** The set of days of each player. */
function playersOf(rows: Row[], question: Question): Days[] {
  const whose = groupsOf(rows, (row) => [question.byGame ? `${row.game} ${row.player}` : String(row.player)])
  return whose.map(({ items }) => new Set(items.map((row) => dayOf(row, question))))
}

/** The figures of a day; several rows for flows and numbers of days, each with the cells that name it. */
function figuresOn(players: Days[], day: number, { show, windows }: Active): Cell[][] {
  const active = players.filter((days) => days.has(day)).length
  if (show === 'rolling') {
    const ofWindows = windows.flatMap((window) => {
      const seen = players.filter((days) => within(days, day - window + 1, day) > 0).length
      return [seen, ratio(active, seen)]
    })
    return [[active, ...ofWindows]]
  }
  const window = windows[0] as number
  if (show === 'lifecycle') {
    const counts = states.map(
      (state) => players.filter((days) => stateOn(days, day, window) === state).length,
    )
    return [[active, ...counts]]
  }
  if (show === 'flow') {
    const pairs = players.map((days) => [stateOn(days, day - 1, window), stateOn(days, day, window)])
    const known = pairs.filter(([, to]) => to !== '未出现')
    return groupsOf(known, (pair) => pair as Cell[]).map(({ dims: [from, to], items }) => [
      from as Cell,
      to as Cell,
      items.length,
      items.length / known.filter(([own]) => own === from).length,
    ])
  }
  return Array.from({ length: Math.max(...windows) }, (_, index) => index + 1).map((times) => [
    times,
    ...windows.flatMap((own) => {
      if (times > own) return [null, null]
      const counts = players.map((days) => within(days, day - own + 1, day))
      const some = counts.filter((count) => count === times).length
      return [some, ratio(some, counts.filter((count) => count > 0).length)]
    }),
  ])
}

const isShown = (cells: Cell[], { show }: Active): boolean =>
  show === 'days' || cells.some((cell) => typeof cell === 'number' && cell > 0)

export function activity(rows: Row[], asked: Active, question: Question): { total: Cell[]; rows: Cell[][] } {
  const [from, to] = question.range
  const last = Math.min(to, question.today)
  const isDaily = asked.dayAt.length > 0
  const shown = Array.from({ length: last - from + 1 }, (_, at) => from + at).filter(
    (day) => isDaily || day === last,
  )
  const counted = rows.filter(
    (row) => isSeen(row, question) && question.keep(row) && dayOf(row, question) <= last,
  )
  const groups = groupsOf(counted, (row) =>
    question.dims.map((says, at) => (asked.dayAt.includes(at) ? null : says(row, dayOf(row, question)))),
  )
  const answered = groups.flatMap(({ dims, items }) => {
    const players = playersOf(items, question)
    // Numbers of days are those of groups with somebody in the greatest window.
    const isEmpty =
      asked.show === 'days' &&
      players.every((days) => within(days, last - Math.max(...asked.windows) + 1, last) === 0)
    if (isEmpty && dims.length > 0) return []
    return shown.flatMap((day) =>
      figuresOn(players, day, asked)
        .filter((cells) => dims.length === 0 || isShown(cells, asked))
        .map((cells) => [
          ...dims.map((value, at) => (asked.dayAt.includes(at) ? asked.dateOf(day) : value)),
          ...cells,
        ]),
    )
  })
  return { total: totalOf(counted, asked, question, last), rows: answered }
}

function totalOf(counted: Row[], asked: Active, question: Question, last: number): Cell[] {
  const empty = question.dims.map(() => null)
  const players = playersOf(counted, question)
  const { show, windows, dayAt } = asked
  if (show === 'days')
    return [
      ...empty,
      null,
      ...windows.flatMap((window) => {
        const seen = players.filter((days) => within(days, last - window + 1, last) > 0).length
        return [seen, ratio(seen, seen)]
      }),
    ]
  if (dayAt.length === 0) {
    const known = players.length
    if (show === 'flow') return [...empty, null, null, known, null]
    return [...empty, ...(figuresOn(players, last, asked)[0] ?? [])]
  }
  const [from] = question.range
  const active = players.filter((days) => within(days, from, last) > 0).length
  const arrived = players.filter((days) => Math.min(...days) >= from).length
  if (show === 'flow') return [...empty, null, null, null, null]
  if (show === 'lifecycle') return [...empty, active, arrived, null, null, null, null, null]
  return [...empty, active, ...windows.flatMap(() => [null, null])]
}
