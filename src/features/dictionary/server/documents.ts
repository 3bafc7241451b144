// The platform documents tell when each was changed: readers see a dot beside what is newer than what they opened.

import { momentText } from '#shared/moment.ts'
import { documentDictionary } from '../contract.ts'
import type { Columns } from './games.ts'

/** Moves the time of a row whose other cells are not those from before. */
export function movedDocument(
  { formName, attributes }: Columns,
  zone: string,
): (row: string[], before: readonly string[] | null) => void {
  const column = attributes.indexOf('update_time')
  if (formName !== documentDictionary || column < 0) return () => {}
  return (row, before) => {
    const isSame = before !== null && row.every((text, at) => at === column || text === before[at])
    if (isSame) return
    const stamp = momentText(new Date(), zone, 'second')
    // Two changes within a second are two.
    row[column] = stamp === before?.[column] ? momentText(Date.now() + 1_000, zone, 'second') : stamp
  }
}
