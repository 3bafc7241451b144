// Of a row what few keys change: all but its texts.
import type { CommandId } from '../../../../commands/index.ts'
import type { PaletteRow } from './results.ts'

export interface RowKind {
  /** Above it; '' where its group goes on. */
  heading: string
  denied: boolean
  icon: string
  /** Its keys stand at the right. */
  command: CommandId | undefined
}

export const noRow: RowKind = { heading: '', denied: false, icon: '', command: undefined }

export function kindOf(rows: readonly PaletteRow[], at: number): RowKind {
  const row = rows[at]
  if (row === undefined) return noRow
  const { heading, entry } = row
  return {
    heading: heading === rows[at - 1]?.heading ? '' : heading,
    denied: entry.denied !== undefined,
    icon: entry.icon ?? '',
    command: entry.command,
  }
}

export const sameKind = (one: RowKind, other: RowKind | undefined): boolean =>
  one.heading === other?.heading &&
  one.denied === other.denied &&
  one.icon === other.icon &&
  one.command === other.command
