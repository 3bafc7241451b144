// The day that it is for the business, wherever the reader sits.
import { installation } from '../../../../../web/shell/installation.ts'

export function businessToday(now = new Date(), { zone, cutoffHour } = installation()): string {
  const moment = new Date(now.getTime() - cutoffHour * 3_600_000)
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(moment)
}
