// The former report: orders and refunds by day, game and currency, as the facts have them now.

import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import type { Caller } from '#server/objects/types.ts'
import { type FormerFlowRow, mostFlowDays } from '#features/gameflow/contract.ts'
import { readNames } from '../names.ts'
import { type FlowCell, netOf } from './cell.ts'
import { merged } from './cells.ts'
import { cleanRange } from './days.ts'
import { readFacts } from './facts.ts'
import { readSource } from './source.ts'
import { amountText } from './sums.ts'

export async function formerFlow(
  deps: Deps,
  { games }: Caller,
  { startDate, endDate }: { startDate: string; endDate: string },
  signal?: AbortSignal,
): Promise<{ rows: FormerFlowRow[]; source: { ready: boolean; problem: string } }> {
  const range = cleanRange(startDate, endDate, mostFlowDays)
  const { definition, problem } = await readSource(deps)
  const source = { ready: problem === '', problem }
  if (!definition || problem !== '') return { rows: [], source }
  const [facts, names] = await Promise.all([
    readFacts(deps, definition, { ...range, games, withServer: false }, signal),
    readNames(deps.metadata.db, games),
  ])
  const cells = await merged(facts.map((cell): FlowCell => ({ ...cell, channel: '' })))
  const rows: FormerFlowRow[] = []
  for (const cell of cells.values()) {
    await breathe()
    const { day, cgi, currency, orders, booked, refunded } = cell
    const text = (amount: bigint) => amountText(amount, currency)
    const game = names.games.get(cgi) ?? cgi
    const amounts = { booked: text(booked), refunded: text(refunded), net: text(netOf(cell)) }
    rows.push({ day, cgi, game, currency, orders, ...amounts })
  }
  const orderOf = ({ day, cgi, currency }: FormerFlowRow) => `${day}\n${cgi}\n${currency}`
  rows.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
  return { rows, source }
}
