// Conventions between the engine and the computation of segments: the published table, its columns, the
// dimension's values.

import type { PhysicalTable } from './types.ts'

/** Name of the warehouse's table of a segment's members. */
export const segmentTable = (id: number): string => `segment_${id}`

/**
 * One row per membership of a player: from `from` until the day before `until`, which is null while it lasts.
 */
export const memberColumns = {
  game: 'cgi',
  player: 'player_id',
  from: 'from_day',
  until: 'until_day',
} as const

const tableName = /^segment_(\d{1,9})$/i
const ownColumns = Object.values<string>(memberColumns).join()

/**
 * The segment whose members a table holds, by its name and exact columns, because other tables may have such
 * a name.
 */
export function segmentOfTable({ name, columns }: Pick<PhysicalTable, 'name' | 'columns'>): number | null {
  const id = tableName.exec(name)?.[1]
  return id !== undefined && columns.map((column) => column.name).join() === ownColumns ? Number(id) : null
}

/** A segment's key among others, as in push tasks: built-in keys contain no hyphen. */
export const segmentKey = (id: number): string => `segment-${id}`

export function segmentOfKey(key: string): number | null {
  const id = /^segment-([1-9]\d{0,8})$/.exec(key)?.[1]
  return id === undefined ? null : Number(id)
}

/** The dimension's values for a row's player, as conditions, addresses and cells hold them. */
export const segmentValues = { in: '在', out: '不在' } as const

/** What people read instead: labels, like those of a name column. */
export const segmentLabels: Readonly<Record<string, string>> = {
  [segmentValues.in]: '属于',
  [segmentValues.out]: '不属于',
}
