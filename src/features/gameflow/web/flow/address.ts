// The report's state in the address: days, groups, filters, currency.

import { dayNumber, dayOf, dayText, isDay } from '#shared/day.ts'
import { pages } from '#shared/pages.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import { queryOf } from '#web/shell/longAddress.ts'
import { type FlowGroup, flowGroups } from '#features/gameflow/contract.ts'

export interface FlowAddress {
  from: string
  to: string
  groups: readonly FlowGroup[]
  cgi: string
  channel: string
  server: string
  currency: string
  converted: boolean
}

const flowPath: string = pages.othersGameFlow.path
const usualGroups: readonly FlowGroup[] = ['day', 'game']

/** YYYY-MM, shifted by so many months. */
export function shiftedMonth(month: string, by: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return dayText(dayOf(year, number + by, 1)).slice(0, 7)
}

export const wholeMonth = (month: string): Pick<FlowAddress, 'from' | 'to'> => ({
  from: `${month}-01`,
  to: dayText(dayNumber(`${shiftedMonth(month, 1)}-01`) - 1),
})

export const presets = ['本月', '上月', '近 7 天', '近 30 天'] as const
export function presetDays(preset: (typeof presets)[number], today = businessToday()) {
  const month = today.slice(0, 7)
  if (preset === '本月') return { from: `${month}-01`, to: today }
  if (preset === '上月') return wholeMonth(shiftedMonth(month, -1))
  return { from: dayText(dayNumber(today) - (preset === '近 7 天' ? 6 : 29)), to: today }
}

export function readAddress(search: string): FlowAddress {
  const asked = queryOf(search)
  const [from = '', to = ''] = (asked.get('days') ?? '').split('..')
  const days = isDay(from) && isDay(to) ? { from, to } : presetDays('近 30 天')
  const named = (asked.get('group') ?? '').split(',')
  const groups = flowGroups.filter((group) => named.includes(group))
  return {
    ...days,
    groups: asked.has('group') ? groups : usualGroups,
    cgi: asked.get('game') ?? '',
    channel: asked.get('channel') ?? '',
    server: asked.get('server') ?? '',
    currency: asked.get('currency') ?? '',
    converted: asked.get('in') !== 'own',
  }
}

export function addressOf(given: Partial<FlowAddress>, path = flowPath): string {
  const { from, to, groups, cgi, channel, server, currency, converted = true } = given
  const parts = {
    days: from && to ? `${from}..${to}` : '',
    group: groups && groups.join() !== usualGroups.join() ? groups.join() || 'none' : '',
    game: cgi ?? '',
    channel: channel ?? '',
    server: server ?? '',
    currency: currency ?? '',
    in: converted ? '' : 'own',
  }
  const search = Object.entries(parts)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
  return search.length === 0 ? path : `${path}?${search.join('&')}`
}

/** Shifts the range by its own length; whole months shift by months. */
export function movedDays({ from, to }: Pick<FlowAddress, 'from' | 'to'>, by: 1 | -1) {
  const month = from.slice(0, 7)
  const whole = wholeMonth(month)
  if (from === whole.from && to === whole.to) return wholeMonth(shiftedMonth(month, by))
  const length = dayNumber(to) - dayNumber(from) + 1
  return { from: dayText(dayNumber(from) + by * length), to: dayText(dayNumber(to) + by * length) }
}

/** The request's parameters. */
export const questionOf = ({ from, to, groups, cgi, channel, server, currency, converted }: FlowAddress) => ({
  params: { startDate: from, endDate: to },
  query: {
    group: groups.join(),
    converted,
    ...(cgi && { cgi }),
    ...(channel && { channel }),
    ...(server && { server }),
    ...(currency && { currency }),
  },
})
