// What the engine and those who compute segments agree on: the published table, its columns, the dimension's values.

/** The warehouse's table of a segment's members. */
export const segmentTable = (id: number): string => `segment_${id}`

const tableName = /^segment_(\d{1,9})$/i

/** The segment whose members the table holds; null for other tables. */
export function segmentOfTable(name: string): number | null {
  const id = tableName.exec(name)?.[1]
  return id === undefined ? null : Number(id)
}

/** A row for each time that a player was in it: from `from` until the day before `until`, which is empty for now. */
export const memberColumns = {
  game: 'cgi',
  player: 'player_id',
  from: 'from_day',
  until: 'until_day',
} as const

/** What the dimension says of a row's player. */
export const segmentValues = { in: '在', out: '不在' } as const
