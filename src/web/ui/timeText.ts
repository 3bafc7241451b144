// How a moment reads, for all readers alike.
import { installation } from '../shell/installation.ts'

let formats: { zone: string; minutes: Intl.DateTimeFormat } | undefined

/** «2026-11-20 14:03» in the business's zone, which all readers share. */
export function timeText(value: string | number): string {
  const moment = new Date(value)
  if (Number.isNaN(moment.getTime())) return String(value)
  const { zone } = installation()
  if (formats?.zone !== zone) formats = { zone, minutes: minutesIn(zone) }
  return formats.minutes.format(moment).replace(',', '')
}

const minutesIn = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
