// Reads facts from the warehouse: orders and refunds summed by day, game, channel, currency and, if
// requested, server. One statement, only the caller's games; sums are exact decimals passed as texts.

import type { GameScope } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import { WarehouseStatement } from '#server/warehouse/statement.ts'
import { AppError } from '#shared/errors.ts'
import type { FlowDefinition, FlowPlace } from '#features/gameflow/contract.ts'
import type { FlowCell } from './cell.ts'
import { currencyDigits } from './currencies.ts'
import type { DayRange } from './days.ts'
import { amountDigits, storedDecimal } from './exact.ts'

interface FactQuestion extends DayRange {
  games: GameScope
  withServer: boolean
}

/** Limit of sums in one answer; nobody could read more. */
const mostSums = 250_000
const rowsBetweenBreaths = 200

export async function readFacts(
  { warehouse }: Pick<Deps, 'warehouse'>,
  definition: FlowDefinition,
  question: FactQuestion,
  signal?: AbortSignal,
): Promise<FlowCell[]> {
  const { games } = question
  if (games !== 'all' && games.length === 0) return []
  const { sql, params } = statementOf(warehouse, definition, question)
  const { chunks, truncated } = await warehouse.run({
    sql,
    params,
    pool: 'report',
    limit: mostSums,
    ...(signal && { signal }),
  })
  if (truncated)
    throw new AppError('parameter_wrong', '所选日期的数据太细，无法一次算完；请缩短日期，或不按区服')
  const cells: FlowCell[] = []
  for (const chunk of chunks) {
    const columns = chunk.columns.map((text) => JSON.parse(text) as unknown[])
    for (let row = 0; row < chunk.rowCount; row++) {
      if (row % rowsBetweenBreaths === 0) await breathe()
      cells.push(cellOf(definition, columns, row))
    }
  }
  return cells
}

function cellOf({ unit }: FlowDefinition, columns: readonly unknown[][], row: number): FlowCell {
  const [day, cgi, channel, server, currency, kind, sum, count] = columns.map((column) =>
    String(column[row] ?? ''),
  )
  const code = (currency as string).toUpperCase()
  const stored = storedDecimal(sum || '0', amountDigits)
  const amount = unit === 'minor' ? stored / 10n ** BigInt(currencyDigits(code)) : stored
  const isRefund = kind === 'refund'
  return {
    day: (day as string).slice(0, 10),
    cgi: cgi as string,
    channel: channel as string,
    server: server as string,
    currency: code,
    orders: isRefund ? 0 : Number(count),
    booked: isRefund ? 0n : amount,
    refunded: isRefund ? amount : 0n,
    adjusted: 0n,
  }
}

type Dialect = Deps['warehouse']['dialect']

/** Expressions that differ between SQL dialects. */
const words: Record<Dialect, { day: (term: string) => string; sum: (term: string) => string }> = {
  duckdb: {
    day: (term) => `CAST(${term} AS DATE)`,
    sum: (term) => `CAST(sum(CAST(${term} AS DECIMAL(38,${amountDigits}))) AS VARCHAR)`,
  },
  clickhouse: {
    day: (term) => `toDate32(${term})`,
    sum: (term) => `toString(sum(toDecimal128(${term}, ${amountDigits})))`,
  },
}

function statementOf(
  { dialect }: Pick<Deps['warehouse'], 'dialect'>,
  { orders, refunds }: FlowDefinition,
  question: FactQuestion,
) {
  const statement = new WarehouseStatement({ dialect })
  const parts = [partOf(statement, dialect, orders, 'pay', question)]
  if (refunds) parts.push(partOf(statement, dialect, refunds, 'refund', question))
  return { sql: parts.join(' UNION ALL '), params: statement.params }
}

function partOf(
  statement: WarehouseStatement,
  dialect: Dialect,
  place: FlowPlace,
  kind: 'pay' | 'refund',
  { from, to, games, withServer }: FactQuestion,
): string {
  const { day, sum } = words[dialect]
  const name = (column: string) => statement.name(column)
  const text = (term: string): string => `coalesce(${statement.text(term)}, '')`
  const textOf = (column: string): string => (column === '' ? `''` : text(name(column)))
  const currency = place.currency === '' ? `'${place.fixedCurrency}'` : textOf(place.currency)
  const ofDay = day(name(place.day))
  const conditions = [
    `${ofDay} >= ${statement.bind(from, 'date')}`,
    `${ofDay} <= ${statement.bind(to, 'date')}`,
  ]
  if (games !== 'all') conditions.push(statement.among(textOf(place.game), games))
  if (place.where) conditions.push(statement.among(textOf(place.where.column), place.where.values))
  return `SELECT ${text(ofDay)} AS f_day, ${textOf(place.game)} AS f_game,
      ${textOf(place.channel)} AS f_channel, ${withServer ? textOf(place.server) : `''`} AS f_server,
      ${currency} AS f_currency, '${kind}' AS f_kind, ${sum(name(place.amount))} AS f_sum, count(*) AS f_count
    FROM ${name(place.table)} WHERE ${conditions.join(' AND ')}
    GROUP BY f_day, f_game, f_channel, f_server, f_currency`
}
