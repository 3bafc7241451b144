// Keeps the update time of each platform document: readers see a dot beside documents that changed since they
// opened them.

import { momentText } from '#shared/moment.ts'
import { documentDictionary } from '../contract.ts'
import type { Columns } from './games.ts'

/** Updates the time of a row when any of its other cells changed. */
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
    // If two changes fall into one second, the second one gets a later time.
    row[column] = stamp === before?.[column] ? momentText(Date.now() + 1_000, zone, 'second') : stamp
  }
}
