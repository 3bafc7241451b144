// Each game's months: open or closed, by whom, and their sums.

import type { Selectable } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import { gamesOf } from '#server/objects/games.ts'
import { userNames } from '#server/objects/history.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { businessDay } from '#shared/businessDay.ts'
import type { FlowMonth } from '#features/gameflow/contract.ts'
import { daysOfMonth, monthOf, monthsBetween, shiftMonth } from '../figures/days.ts'
import { statementsOf } from '../records/matching.ts'
import { type FlowMonthRow, flowMonth } from '../tables.ts'

type Close = Selectable<FlowMonthRow>
/** How many past months are listed; more if an earlier one was closed. */
const usualMonths = 12
/** Row limit of a page. */
const mostRows = 5_000

/** The newest first; only the given month, if any. */
export async function monthsOf(deps: Deps, caller: Caller, only?: string): Promise<FlowMonth[]> {
  const { db } = deps.metadata
  const running = monthOf(businessDay(deps.settings))
  const games = await gamesOf(db, caller)
  const closes = await closesOf(db, caller, only)
  const first = [...closes.values()].reduce(
    (least, { month }) => (month < least ? month : least),
    shiftMonth(running, -usualMonths),
  )
  const months = only === undefined ? monthsBetween(first, running).reverse() : [only]
  const range = { from: `${months.at(-1)}-01`, to: daysOfMonth(months[0] as string).to }
  const people = [...closes.values()].flatMap(({ closed_by, reopened_by }) =>
    reopened_by === null ? [closed_by] : [closed_by, reopened_by],
  )
  const [names, statements] = await Promise.all([
    userNames(db, people),
    statementsOf(db, caller.games, range),
  ])
  const counts = new Map<string, { statements: number; unsettled: number }>()
  for (const { first_day, cgi, settled_at } of statements) {
    const key = `${monthOf(first_day)} ${cgi}`
    const count = counts.get(key) ?? { statements: 0, unsettled: 0 }
    counts.set(key, count)
    count.statements++
    if (settled_at === null) count.unsettled++
  }
  const rows: FlowMonth[] = []
  for (const month of months) {
    for (const { cgi, name } of games) {
      await breathe()
      if (rows.length >= mostRows) return rows
      const key = `${month} ${cgi}`
      const close = closes.get(key)
      const { statements = 0, unsettled = 0 } = counts.get(key) ?? {}
      const state = stateOf(close, month >= running)
      rows.push({ key, month, cgi, game: name, state, statements, unsettled, ...told(close, names) })
    }
  }
  return rows
}

const stateOf = (close: Close | undefined, isRunning: boolean): FlowMonth['state'] => {
  if (close) return close.reopened_at === null ? 'closed' : 'reopened'
  return isRunning ? 'running' : 'open'
}

function told(close: Close | undefined, names: ReadonlyMap<number, string>) {
  const { sums = [], net = null, kept = null } = close?.reopened_at === null ? JSON.parse(close.sums) : {}
  return {
    id: close?.id ?? null,
    closedBy: close ? (names.get(close.closed_by) ?? '') : '',
    closedAt: close?.closed_at ?? null,
    reopenedBy: close?.reopened_by ? (names.get(close.reopened_by) ?? '') : '',
    reopenedAt: close?.reopened_at ?? null,
    reason: close?.reason ?? '',
    sums,
    net,
    kept,
  }
}

/** The last close of each month and game. */
async function closesOf(db: Db, caller: Caller, month: string | undefined): Promise<Map<string, Close>> {
  let found = db
    .selectFrom('flow_month')
    .selectAll()
    .where(seenBy(db, flowMonth, caller))
  if (month !== undefined) found = found.where('month', '=', month)
  const rows = await found.orderBy('id').execute()
  return new Map(rows.map((row) => [`${row.month} ${row.cgi}`, row]))
}
