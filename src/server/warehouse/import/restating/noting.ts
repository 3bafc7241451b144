// Notes, before a publication counts, how it changes days that were whole. It is noted as pending: a kill between the
// publication and its definitions loses nothing, and what never counted is forgotten (features/restated).
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { Metadata } from '#server/metadata/open.ts'
import type { BusinessClock } from '#shared/businessDay.ts'
import type { Proposer } from '../proposal.ts'
import { measureRestated } from './measure.ts'
import type { Reading } from './reading.ts'
import type { Sides } from './sides.ts'
import type { Measured, Restated, Standing } from './types.ts'

interface Noting {
  reading: Reading
  metadata: Metadata
  proposer: Proposer
  clock: BusinessClock
  former: PhysicalTable
  next: Pick<PhysicalTable, 'columns'>
  /** Asked where something stands on the table. */
  sides: () => Promise<Sides>
  /** The columns by which the table is reported from then on; absent: as now. */
  columns?: Columns
  told: Pick<Restated, 'content' | 'how' | 'source' | 'run' | 'user'>
}

interface Columns {
  dateColumn: string | null
  gameColumn: string | null
}

/** The note's id; null where no whole day changes. */
export async function noteRestated(noting: Noting): Promise<number | null> {
  const { metadata, proposer, former, told } = noting
  const standing = (await proposer.standing(metadata, former.name)).filter((one) => isAlike(one, noting))
  if (standing.length === 0) return null
  const measured = await measure(noting, standing)
  return measured && proposer.restates(metadata, { table: former.name, ...told, ...measured })
}

/** Where days or games are told by another column, figures cannot be compared: the definition changed, not the day. */
function isAlike({ table }: Standing, { next, columns }: Noting): boolean {
  const has = (name: string | null) => name === null || next.columns.some((column) => column.name === name)
  if (table.date_column === null || !has(table.date_column) || !has(table.game_column)) return false
  if (!columns) return true
  const type = next.columns.find(({ name }) => name === table.time_column)?.type
  const keepsTime = table.time_column === null || type?.startsWith('TIMESTAMP') === true
  return keepsTime && table.date_column === columns.dateColumn && table.game_column === columns.gameColumn
}

/** No load fails because of this: where figures can't be computed, rows are told, or nothing. */
async function measure(
  { reading, clock, former, next, sides: ask }: Noting,
  standing: readonly Standing[],
): Promise<Measured | null> {
  const sides = await ask().catch(() => null)
  if (sides === null) return null
  const order = { clock, former, next, sides }
  try {
    return await measureRestated(reading, { ...order, standing })
  } catch {
    const rowsAlone = standing.map(({ table }) => ({ table, points: [] }))
    const measured = await measureRestated(reading, { ...order, standing: rowsAlone }).catch(() => null)
    return measured && { ...measured, hasFigures: false }
  }
}
