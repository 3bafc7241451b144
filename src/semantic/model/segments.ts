// What the engine and those who compute segments agree on: the published table, its columns, the dimension's values.

import type { PhysicalTable } from './types.ts'

/** The warehouse's table of a segment's members. */
export const segmentTable = (id: number): string => `segment_${id}`

/** A row for each time that a player was in it: from `from` until the day before `until`, which is empty for now. */
export const memberColumns = {
  game: 'cgi',
  player: 'player_id',
  from: 'from_day',
  until: 'until_day',
} as const

const tableName = /^segment_(\d{1,9})$/i
const ownColumns = Object.values<string>(memberColumns).join()

/** The segment whose members a table holds: its name says so, and its very columns, as others may be called so too. */
export function segmentOfTable({ name, columns }: Pick<PhysicalTable, 'name' | 'columns'>): number | null {
  const id = tableName.exec(name)?.[1]
  return id !== undefined && columns.map((column) => column.name).join() === ownColumns ? Number(id) : null
}

/** What names a segment where others may be named as well, as in push tasks: the fixed ones there have no hyphen. */
export const segmentKey = (id: number): string => `segment-${id}`

export function segmentOfKey(key: string): number | null {
  const id = /^segment-([1-9]\d{0,8})$/.exec(key)?.[1]
  return id === undefined ? null : Number(id)
}

/** What the dimension says of a row's player. */
export const segmentValues = { in: '在', out: '不在' } as const
