// Closes a month: freezes the current figures day by day together with the rates. Reopening needs a reason;
// the frozen figures stay available.

import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { isUniqueViolation } from '#server/metadata/failures.ts'
import { assertGames, gamesOf } from '#server/objects/games.ts'
import { cleanText } from '#server/objects/texts.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { businessDay } from '#shared/businessDay.ts'
import { AppError } from '#shared/errors.ts'
import { baseCurrency, type ClosedMonths, type FlowMonth } from '#features/gameflow/contract.ts'
import type { FlowCell, PricedCell } from '../figures/cell.ts'
import { merged, priced } from '../figures/cells.ts'
import { cleanMonth, daysOfMonth } from '../figures/days.ts'
import { readFacts } from '../figures/facts.ts'
import { missingRates, missingText } from '../figures/missing.ts'
import { readPricing } from '../figures/pricing.ts'
import { usableSource } from '../figures/source.ts'
import { FlowSums, moneyText } from '../figures/sums.ts'
import { readNames } from '../names.ts'
import { readAdjustments } from '../records/adjusting.ts'
import { frozenDays } from './frozen.ts'
import { monthsOf } from './listing.ts'
import { holdMonths, monthTitle } from './locking.ts'

interface FrozenSums {
  sums: FlowMonth['sums']
  net: string | null
  kept: string | null
}

export async function closeMonth(
  deps: Deps,
  caller: Caller,
  asked: { month: string; cgi: string },
  signal?: AbortSignal,
): Promise<ClosedMonths> {
  const month = cleanMonth(asked.month)
  const { db } = deps.metadata
  const games = await askedGames(db, caller, asked.cgi.trim())
  const range = daysOfMonth(month)
  if (range.to >= businessDay(deps.settings))
    throw new AppError('parameter_wrong', `${monthTitle(month)}还没有结束，不能月结`)
  const definition = await usableSource(deps)
  const question = { ...range, games, withServer: true }
  // The warehouse is queried before the transaction, so that no writer waits for it.
  const facts = await readFacts(deps, definition, question, signal)
  const byGame = Map.groupBy(facts, ({ cgi }) => cgi)
  const done = await spokenTwice(() =>
    deps.metadata.transaction(async (db) => {
      await holdMonths(deps.metadata, db, 'closing')
      const present = await standing(db, month, games)
      const open = games.filter((cgi) => !present.has(cgi))
      const frozen = await frozenGames(db, open, byGame, month)
      for (const game of frozen) await keep(db, caller, month, game)
      if (open.length > 0)
        await writeAudit(db, { userId: caller.id, action: 'gameFlow.close', detail: { month, games: open } })
      return { open, already: games.filter((cgi) => present.has(cgi)) }
    }),
  )
  const rows = await monthsOf(deps, caller, month)
  return { closed: rows.filter(({ cgi }) => done.open.includes(cgi)), already: done.already }
}

/** If two users close at once, the second gets the same answer as for a month that is already closed. */
async function spokenTwice<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return work()
  }
}

async function askedGames(db: Db, caller: Caller, cgi: string): Promise<string[]> {
  if (cgi !== '*') {
    await assertGames(db, caller, [cgi])
    return [cgi]
  }
  const games = (await gamesOf(db, caller)).map((game) => game.cgi)
  if (games.length === 0) throw new AppError('parameter_wrong', '还没有游戏，没有可以月结的')
  return games
}

async function standing(db: Db, month: string, games: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('flow_month')
    .select('cgi')
    .where('reopened_at', 'is', null)
    .where('month', '=', month)
    .execute()
  return new Set(rows.map(({ cgi }) => cgi).filter((cgi) => games.includes(cgi)))
}

interface FrozenGame {
  cgi: string
  cells: PricedCell[]
}

async function frozenGames(
  db: Db,
  games: readonly string[],
  facts: ReadonlyMap<string, FlowCell[]>,
  month: string,
): Promise<FrozenGame[]> {
  const question = { ...daysOfMonth(month), withServer: true }
  const adjusted = Map.groupBy(await readAdjustments(db, [...games], question), ({ cgi }) => cgi)
  const pricing = await readPricing(db)
  const frozen: FrozenGame[] = []
  for (const cgi of games) {
    const cells = await merged([...(facts.get(cgi) ?? []), ...(adjusted.get(cgi) ?? [])])
    const own: PricedCell[] = []
    for (const cell of cells.values()) {
      await breathe()
      own.push({ ...cell, ...priced(pricing, cell), closed: true, drift: 0n })
    }
    frozen.push({ cgi, cells: own })
  }
  await assertPriced(db, frozen, month)
  return frozen
}

/** Without its rates, a frozen month could never be shown in one currency. */
async function assertPriced(db: Db, frozen: readonly FrozenGame[], month: string): Promise<void> {
  const names = await readNames(db, 'all')
  const missing = missingRates(
    frozen.flatMap(({ cells }) => cells),
    names,
    'base',
  )
  if (missing.length === 0) return
  const told = missing.slice(0, 5).map(missingText).join('、')
  const more = missing.length > 5 ? `等 ${missing.length} 项` : ''
  throw new AppError(
    'parameter_wrong',
    `${monthTitle(month)}还缺少 ${told}${more}；请先在「汇率」与「渠道分成」页补上，再月结`,
  )
}

async function keep(db: Db, caller: Caller, month: string, { cgi, cells }: FrozenGame): Promise<void> {
  const row = {
    month,
    cgi,
    closed_by: caller.id,
    closed_at: new Date().toISOString(),
    reopened_by: null,
    reopened_at: null,
    reason: '',
    sums: JSON.stringify(await frozenSums(cells)),
  }
  const { id } = await db.insertInto('flow_month').values(row).returning('id').executeTakeFirstOrThrow()
  for (const day of await frozenDays(cells))
    await db
      .insertInto('flow_frozen')
      .values({ month_id: id, ...day })
      .execute()
}

async function frozenSums(cells: readonly PricedCell[]): Promise<FrozenSums> {
  const own = new Map<string, FlowSums>()
  const all = new FlowSums('base')
  for (const cell of cells) {
    await breathe()
    const sums = own.get(cell.currency) ?? new FlowSums('own')
    own.set(cell.currency, sums)
    sums.add(cell)
    all.add(cell)
  }
  const text = (exact: bigint | null) => (exact === null ? null : moneyText(exact, baseCurrency))
  return {
    sums: [...own].sort().map(([currency, sums]) => {
      const { booked, refunded, adjusted, net } = sums.told(currency)
      return {
        currency,
        booked: booked ?? '',
        refunded: refunded ?? '',
        adjusted: adjusted ?? '',
        net: net ?? '',
      }
    }),
    net: text(all.exactNet),
    kept: text(all.exactKept),
  }
}

export async function reopenMonth(
  deps: Deps,
  caller: Caller,
  asked: { month: string; cgi: string; reason: string },
): Promise<FlowMonth> {
  const month = cleanMonth(asked.month)
  const cgi = asked.cgi.trim()
  await assertGames(deps.metadata.db, caller, [cgi])
  const reason = cleanText(asked.reason, '原因', 2_000)
  if (reason === '')
    throw new AppError('parameter_wrong', '请写明为什么重新打开', {
      fields: { reason: '请写明为什么重新打开' },
    })
  await deps.metadata.transaction(async (db) => {
    await holdMonths(deps.metadata, db, 'closing')
    const { numUpdatedRows } = await db
      .updateTable('flow_month')
      .set({ reopened_by: caller.id, reopened_at: new Date().toISOString(), reason })
      .where('reopened_at', 'is', null)
      .where('month', '=', month)
      .where('cgi', '=', cgi)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n)
      throw new AppError('parameter_wrong', `${monthTitle(month)}没有月结，或刚被重新打开`)
    await writeAudit(db, { userId: caller.id, action: 'gameFlow.reopen', detail: { month, cgi, reason } })
  })
  const [row] = (await monthsOf(deps, caller, month)).filter((one) => one.cgi === cgi)
  return row as FlowMonth
}
