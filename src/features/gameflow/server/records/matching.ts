// Reconciliation: compares a channel's statement with our figures for the same days.

import type { GameScope } from '#semantic/model/types.ts'
import { breathe } from '#server/limits/breath.ts'
import type { Db } from '#server/objects/types.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { readerOf } from '#server/scopes/seen.ts'
import type { FlowRecord, MatchState } from '#features/gameflow/contract.ts'
import { netOf, type PricedCell } from '../figures/cell.ts'
import { currencyDigits } from '../figures/currencies.ts'
import type { DayRange } from '../figures/days.ts'
import { amountDigits, decimalText, one, rounded, storedDecimal } from '../figures/exact.ts'
import { readTolerance, type Tolerance } from '../figures/source.ts'
import { moneyText } from '../figures/sums.ts'
import { flowRecord } from '../tables.ts'
import type { FlowRecordKept } from './objectKind.ts'

export type Match = NonNullable<FlowRecord['match']>

/** A statement with its days and its reconciliation. */
export interface OpenStatement extends DayRange {
  cgi: string
  channel: string
  server: string
  currency: string
  state: MatchState
}

/** Statements whose days overlap the range. */
export function statementsOf(db: Db, games: GameScope, { from, to }: DayRange): Promise<FlowRecordKept[]> {
  return db
    .selectFrom('flow_record')
    .selectAll()
    .where(seenBy(db, flowRecord, readerOf(games)))
    .where('kind', '=', 'statement')
    .where('last_day', '>=', from)
    .where('first_day', '<=', to)
    .orderBy('id')
    .execute()
}

/** The range extended by all days of the statements: a month's statement reaches beyond a week. */
export function widened({ from, to }: DayRange, statements: readonly FlowRecordKept[]): DayRange {
  let wide = { from, to }
  for (const { first_day, last_day } of statements)
    wide = {
      from: first_day < wide.from ? first_day : wide.from,
      to: last_day > wide.to ? last_day : wide.to,
    }
  return wide
}

type Cells = ReadonlyMap<string, readonly PricedCell[]>
const keyOf = (cgi: string, channel: string, currency: string): string => `${cgi}\n${channel}\n${currency}`

export async function cellsByChannel(cells: readonly PricedCell[]): Promise<Cells> {
  const found = new Map<string, PricedCell[]>()
  for (const [at, cell] of cells.entries()) {
    if (at % 500 === 0) await breathe()
    const key = keyOf(cell.cgi, cell.channel, cell.currency)
    const known = found.get(key)
    if (known) known.push(cell)
    else found.set(key, [cell])
  }
  return found
}

export async function matchStatements(
  db: Db,
  statements: readonly FlowRecordKept[],
  cells: readonly PricedCell[],
): Promise<OpenStatement[]> {
  if (statements.length === 0) return []
  const [tolerance, byChannel] = await Promise.all([readTolerance(db), cellsByChannel(cells)])
  const matched: OpenStatement[] = []
  for (const statement of statements) {
    await breathe()
    const { first_day: from, last_day: to, cgi, channel, server, currency } = statement
    const { state } = matchOf(statement, byChannel, tolerance)
    matched.push({ from, to, cgi, channel, server, currency, state })
  }
  return matched
}

interface OurFigures {
  rows: number
  /** Whole numbers of 10^-6. */
  booked: bigint
  net: bigint
  /** Whole number of 10^-22, unrounded; null when a share is missing. */
  kept: bigint | null
}

export function figuresOf(statement: FlowRecordKept, cells: Cells, days?: DayRange): OurFigures {
  const { cgi, channel, server, currency } = statement
  const { from, to } = days ?? { from: statement.first_day, to: statement.last_day }
  const figures: OurFigures = { rows: 0, booked: 0n, net: 0n, kept: 0n }
  for (const cell of cells.get(keyOf(cgi, channel, currency)) ?? []) {
    if (cell.day < from || cell.day > to || (server !== '' && cell.server !== server)) continue
    const net = netOf(cell)
    figures.rows++
    figures.booked += cell.booked
    figures.net += net
    if (net === 0n || figures.kept === null) continue
    figures.kept = cell.share === null ? null : figures.kept + net * one * (one - cell.share)
  }
  return figures
}

const unit = one * one

/** Exact, in 10^-22. */
export function figureOf({ booked, net, kept }: OurFigures, basis: FlowRecordKept['basis']): bigint | null {
  if (basis === 'kept') return kept
  return (basis === 'booked' ? booked : net) * unit
}

export function matchOf(statement: FlowRecordKept, cells: Cells, tolerance: Tolerance): Match {
  const figures = figuresOf(statement, cells)
  const ours = figureOf(figures, statement.basis)
  if (ours === null) return unknownMatch('这些日期缺少渠道分成比例，算不出「分成后」；请在「渠道分成」页补上')
  return compared(statement, ours, tolerance)
}

export const unknownMatch = (problem: string): Match => ({
  state: 'unknown',
  ours: null,
  difference: null,
  percent: null,
  problem,
})

function compared(statement: FlowRecordKept, ours: bigint, tolerance: Tolerance): Match {
  const { currency, amount } = statement
  const digits = currencyDigits(currency)
  const oursText = moneyText(ours, currency)
  const kept = storedDecimal(oursText, amountDigits)
  const difference = storedDecimal(amount, amountDigits) - kept
  const differenceText = decimalText(difference / 10n ** BigInt(amountDigits - digits), digits)
  return {
    state: stateOf(statement, difference, differenceText, kept, tolerance),
    ours: oursText,
    difference: differenceText,
    percent: percentOf(difference, kept),
    problem: '',
  }
}

function percentOf(difference: bigint, ours: bigint): string | null {
  if (ours === 0n) return null
  const size = ours < 0n ? -ours : ours
  // Percent with two decimals, rounded from three.
  return decimalText(rounded((difference * 10n ** 6n) / size, 4, 2), 2)
}

const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value)

function stateOf(
  { settled_at, settled_difference }: FlowRecordKept,
  difference: bigint,
  text: string,
  ours: bigint,
  tolerance: Tolerance,
): MatchState {
  if (difference === 0n) return settled_at === null ? 'equal' : 'settled'
  if (settled_at !== null) return settled_difference === text ? 'settled' : 'changed'
  return isNear(difference, ours, tolerance) ? 'near' : 'differs'
}

export function isNear(difference: bigint, ours: bigint, { amount, percent }: Tolerance): boolean {
  const share = storedDecimal(percent, amountDigits)
  return (
    sizeOf(difference) <= storedDecimal(amount, amountDigits) ||
    sizeOf(difference) * 100n * 10n ** BigInt(amountDigits) <= sizeOf(ours) * share
  )
}
