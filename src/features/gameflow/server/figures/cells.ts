// Reads the sums from which figures are made: warehouse facts and manual records while a month is open,
// frozen sums once it is closed.

import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import type { Caller } from '#server/objects/types.ts'
import type { FlowDefinition } from '#features/gameflow/contract.ts'
import { readFrozen } from '../months/frozen.ts'
import { readAdjustments } from '../records/adjusting.ts'
import { type CellQuestion, type FlowCell, netOf, type PricedCell } from './cell.ts'
import { monthOf } from './days.ts'
import { readFacts } from './facts.ts'
import { type Pricing, readPricing } from './pricing.ts'

const keyOf = ({ day, cgi, channel, server, currency }: FlowCell): string =>
  `${day}\n${cgi}\n${channel}\n${server}\n${currency}`

const cellsBetweenBreaths = 200

/** Merges cells of the same day, game, channel, server and currency. */
export async function merged(cells: Iterable<FlowCell>): Promise<Map<string, FlowCell>> {
  const found = new Map<string, FlowCell>()
  let count = 0
  for (const cell of cells) {
    if (count++ % cellsBetweenBreaths === 0) await breathe()
    const key = keyOf(cell)
    const known = found.get(key)
    if (!known) {
      found.set(key, { ...cell })
      continue
    }
    known.orders += cell.orders
    known.booked += cell.booked
    known.refunded += cell.refunded
    known.adjusted += cell.adjusted
  }
  return found
}

/** Sums as facts and records have them now, closed or not. */
async function liveCells(
  deps: Pick<Deps, 'metadata' | 'warehouse'>,
  definition: FlowDefinition,
  { games }: Pick<Caller, 'games'>,
  question: CellQuestion,
  signal?: AbortSignal,
): Promise<Map<string, FlowCell>> {
  const facts = await readFacts(deps, definition, { ...question, games }, signal)
  const adjusted = await readAdjustments(deps.metadata.db, games, question)
  return merged([...facts, ...adjusted])
}

/** The sums that count: frozen ones for closed months, current ones otherwise. */
export async function readCells(
  deps: Pick<Deps, 'metadata' | 'warehouse'>,
  definition: FlowDefinition,
  caller: Pick<Caller, 'games'>,
  question: CellQuestion,
  signal?: AbortSignal,
): Promise<PricedCell[]> {
  const { db } = deps.metadata
  const live = await liveCells(deps, definition, caller, question, signal)
  const [frozen, pricing] = await Promise.all([readFrozen(db, caller.games, question), readPricing(db)])
  const cells: PricedCell[] = []
  const kept = await merged(frozen.cells)
  for (const [key, cell] of kept) {
    if (cells.length % cellsBetweenBreaths === 0) await breathe()
    const now = live.get(key)
    const drift = (now ? netOf(now) : 0n) - netOf(cell)
    cells.push({ ...cell, ...frozen.pricing(cell), closed: true, drift })
  }
  for (const [key, cell] of live) {
    if (cells.length % cellsBetweenBreaths === 0) await breathe()
    const isClosed = frozen.isClosed(monthOf(cell.day), cell.cgi)
    if (!isClosed) cells.push({ ...cell, ...priced(pricing, cell), closed: false, drift: 0n })
    else if (!kept.has(key)) cells.push(cameLater(cell))
  }
  return cells
}

export const priced = (pricing: Pricing, cell: FlowCell): Pick<PricedCell, 'rate' | 'share'> => ({
  rate: pricing.rate(cell.currency, cell.day),
  share: pricing.share(cell.channel, cell.cgi, cell.day),
})

/** Facts that arrived after the close: they count only as drift. */
const cameLater = (cell: FlowCell): PricedCell => ({
  ...cell,
  orders: 0,
  booked: 0n,
  refunded: 0n,
  adjusted: 0n,
  rate: null,
  share: null,
  closed: true,
  drift: netOf(cell),
})
