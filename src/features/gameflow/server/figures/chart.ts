// The net amount by day, or by month for long ranges: in the base currency, or in the cells' only currency.

import { breathe } from '#server/limits/breath.ts'
import { calendarDay, dayText } from '#shared/day.ts'
import { baseCurrency, type FlowReport } from '#features/gameflow/contract.ts'
import type { PricedCell } from './cell.ts'
import { type DayRange, monthOf, monthsBetween } from './days.ts'
import { FlowSums, moneyText, type Shown } from './sums.ts'

const mostPoints = 92

export async function chartOf(
  cells: readonly PricedCell[],
  { from, to, shown }: DayRange & { shown: Shown },
): Promise<FlowReport['chart']> {
  const currencies = new Set(cells.map(({ currency }) => currency))
  const own = shown === 'own' && currencies.size === 1
  const currency = own ? ([...currencies][0] as string) : baseCurrency
  const places = placesOf(from, to)
  const byMonth = (places[0] ?? '').length === 7
  const sums = new Map<string, FlowSums>()
  for (const [at, cell] of cells.entries()) {
    if (at % 500 === 0) await breathe()
    const place = byMonth ? monthOf(cell.day) : cell.day
    const found = sums.get(place) ?? new FlowSums(own ? 'own' : 'base')
    sums.set(place, found)
    found.add(cell)
  }
  const netAt = (place: string): string | null => {
    const net = sums.get(place)?.exactNet
    if (net === undefined) return moneyText(0n, currency)
    return net === null ? null : moneyText(net, currency)
  }
  return { currency, points: places.map((at) => ({ at, net: netAt(at) })) }
}

function placesOf(from: string, to: string): string[] {
  const [first, last] = [calendarDay(from) as number, calendarDay(to) as number]
  if (last - first >= mostPoints) return monthsBetween(monthOf(from), monthOf(to))
  return Array.from({ length: last - first + 1 }, (_, at) => dayText(first + at))
}
