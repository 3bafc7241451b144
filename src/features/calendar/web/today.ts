// Today where the business is, wherever the reader sits.
import { installation } from '../../../web/shell/installation.ts'

export const businessDay = (): string => {
  const { zone, cutoffHour } = installation()
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(
    new Date(Date.now() - cutoffHour * 3_600_000),
  )
}
