// Missing rates and shares that figures would need: by currency and month, and by channel.

import { emptyText } from '#shared/nothing.ts'
import { baseCurrency, type MissingRate } from '#features/gameflow/contract.ts'
import type { CodeNames } from '../names.ts'
import { netOf, type PricedCell } from './cell.ts'
import type { Shown } from './sums.ts'

const mostTold = 50

export function missingRates(
  cells: readonly PricedCell[],
  { channels }: Pick<CodeNames, 'channels'>,
  shown: Shown,
): MissingRate[] {
  const found = new Map<string, MissingRate>()
  const note = (kind: MissingRate['kind'], key: string, name: string, day: string) => {
    const known = found.get(`${kind} ${key}`)
    if (!known) return void found.set(`${kind} ${key}`, { kind, key, name, from: day, to: day })
    if (day < known.from) known.from = day
    if (day > known.to) known.to = day
  }
  for (const cell of cells) {
    const isNothing = cell.booked === 0n && cell.refunded === 0n && cell.adjusted === 0n
    if (isNothing) continue
    if (shown === 'base' && cell.rate === null && cell.currency !== baseCurrency)
      note('rate', cell.currency, cell.currency || emptyText, cell.day)
    if (cell.share === null && netOf(cell) !== 0n)
      note('share', cell.channel, channels.get(cell.channel) ?? (cell.channel || emptyText), cell.day)
  }
  return [...found.values()].slice(0, mostTold)
}

/** «USD 汇率（2026-09-01 – 2026-09-30）». */
export const missingText = ({ kind, name, from, to }: MissingRate): string =>
  `${name} ${kind === 'rate' ? '汇率' : '分成比例'}（${from === to ? from : `${from} – ${to}`}）`
