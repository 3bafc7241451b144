// Lists records of a range, with each statement's reconciliation.

import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import { gamesOf } from '#server/objects/games.ts'
import { userNames } from '#server/objects/history.ts'
import { telling } from '#server/objects/telling.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { businessDay } from '#shared/businessDay.ts'
import { AppError } from '#shared/errors.ts'
import type { FlowRecord, RecordList } from '#features/gameflow/contract.ts'
import { readCells } from '../figures/cells.ts'
import { cleanDay, type DayRange, monthOf, shiftMonth } from '../figures/days.ts'
import { readSource, readTolerance } from '../figures/source.ts'
import { standingCloses } from '../months/frozen.ts'
import { namedCodes, readNames } from '../names.ts'
import { flowRecord } from '../tables.ts'
import { cellsByChannel, type Match, matchOf, unknownMatch, widened } from './matching.ts'
import { type FlowRecordKept, records } from './objectKind.ts'

const mostRecords = 5_000
/** How many past months are listed without a range. */
const usualMonths = 12
/** Limit of days for which statements are compared at once. */
const mostDays = 800

export async function listRecords(
  deps: Deps,
  caller: Caller,
  query: { from?: string | undefined; to?: string | undefined },
  signal?: AbortSignal,
): Promise<RecordList> {
  const { db } = deps.metadata
  const range = rangeOf(query, businessDay(deps.settings))
  const [kept, names, games, tolerance] = await Promise.all([
    recordsOf(db, caller, range),
    readNames(db, caller.games),
    gamesOf(db, caller),
    readTolerance(db),
  ])
  const truncated = kept.length > mostRecords
  return {
    rows: await shownRecords(deps, caller, kept.slice(0, mostRecords), signal),
    truncated,
    games,
    channels: namedCodes(
      names.channels,
      kept.map(({ channel }) => channel),
    ),
    servers: namedCodes(names.servers),
    tolerance,
  }
}

function rangeOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: string,
): DayRange {
  const last = to ? cleanDay(to, '结束日期') : today
  const first = from ? cleanDay(from, '开始日期') : `${shiftMonth(monthOf(last), -usualMonths)}-01`
  if (last < first) throw new AppError('parameter_wrong', `结束日期 ${last} 早于开始日期 ${first}`)
  return { from: first, to: last }
}

/** The newest first; reads one record beyond the limit. */
function recordsOf(db: Db, caller: Caller, { from, to }: DayRange): Promise<FlowRecordKept[]> {
  return db
    .selectFrom('flow_record')
    .selectAll()
    .where(seenBy(db, flowRecord, caller))
    .where('last_day', '>=', from)
    .where('first_day', '<=', to)
    .orderBy('last_day', 'desc')
    .orderBy('id', 'desc')
    .limit(mostRecords + 1)
    .execute()
}

export async function shownRecords(
  deps: Deps,
  caller: Caller,
  kept: readonly FlowRecordKept[],
  signal?: AbortSignal,
): Promise<FlowRecord[]> {
  const { db } = deps.metadata
  if (kept.length === 0) return []
  const statements = kept.filter(({ kind }) => kind === 'statement')
  const range = widened({ from: kept[0]?.first_day ?? '', to: kept[0]?.last_day ?? '' }, kept)
  const settlers = kept.flatMap(({ settled_by }) => (settled_by === null ? [] : [settled_by]))
  const [told, names, people, closes, matches] = await Promise.all([
    telling(db, records, caller, kept),
    readNames(db, caller.games),
    userNames(db, settlers),
    standingCloses(db, caller.games, range),
    matchesOf(deps, caller, statements, signal),
  ])
  const closed = new Set(closes.map(({ month, cgi }) => `${month} ${cgi}`))
  const rows: FlowRecord[] = []
  for (const row of kept) {
    await breathe()
    const { cgi, channel, server } = row
    rows.push({
      ...told(row),
      kind: row.kind,
      period: row.period,
      cgi,
      game: names.games.get(cgi) ?? cgi,
      channel,
      channelName: names.channels.get(channel) ?? channel,
      server,
      serverName: names.servers.get(server) ?? server,
      currency: row.currency,
      amount: row.amount,
      basis: row.basis,
      note: row.note,
      reason: row.reason,
      settledBy: row.settled_by === null ? '' : (people.get(row.settled_by) ?? ''),
      settledAt: row.settled_at,
      closed: closed.has(`${monthOf(row.first_day)} ${cgi}`),
      match: matches.get(row.id) ?? null,
    })
  }
  return rows
}

async function matchesOf(
  deps: Deps,
  caller: Caller,
  statements: readonly FlowRecordKept[],
  signal?: AbortSignal,
): Promise<Map<number, Match>> {
  const [first] = statements
  if (!first) return new Map()
  const all = (match: Match) => new Map(statements.map(({ id }) => [id, match]))
  const { definition, problem } = await readSource(deps)
  if (!definition || problem !== '') return all(unknownMatch(problem))
  const range = widened({ from: first.first_day, to: first.last_day }, statements)
  if (Date.parse(range.to) - Date.parse(range.from) > mostDays * 86_400_000)
    return all(unknownMatch(`账单跨越 ${mostDays} 天以上，请先按日期筛选`))
  try {
    const withServer = statements.some(({ server }) => server !== '')
    const cells = await readCells(deps, definition, caller, { ...range, withServer }, signal)
    const [byChannel, tolerance] = await Promise.all([cellsByChannel(cells), readTolerance(deps.metadata.db)])
    const found = new Map<number, Match>()
    for (const statement of statements) {
      await breathe()
      found.set(statement.id, matchOf(statement, byChannel, tolerance))
    }
    return found
  } catch (error) {
    // Records are shown even when the warehouse can't be queried.
    if (!(error instanceof AppError) || signal?.aborted) throw error
    return all(unknownMatch(error.message))
  }
}
