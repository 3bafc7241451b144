// Dimensions that several tables have: one definition over any table with a column of this name, so that the
// figures of two files stand side by side by it.
import type { Kysely } from 'kysely'
import type { DimensionInfo, DimensionType } from '#semantic/model/types.ts'
import type { Database } from '#server/metadata/schema.ts'
import { living } from '#server/scopes/life.ts'
import type { ColumnProfile } from '#server/warehouse/import/profile.ts'
import { isNumber } from './proposeColumns.ts'

interface Alike {
  id: number
  name: string
  info: DimensionInfo
}

export const dimensionTypeOf = (column: Pick<ColumnProfile, 'type'>): DimensionType =>
  isNumber(column) ? 'number' : 'string'

/** Living dimensions that are nothing but a column, by the column's name in lower case. */
export async function dimensionsByColumn(
  db: Kysely<Database>,
): Promise<(column: Pick<ColumnProfile, 'name' | 'type'>) => Alike | undefined> {
  const rows = await db
    .selectFrom('dimension')
    .select(['id', 'name', 'types', 'info'])
    .where('table_id', 'is', null)
    .where(living('dimension'))
    .orderBy('id')
    .execute()
  const found = new Map<string, (Alike & { types: string })[]>()
  for (const { info: stored, ...row } of rows) {
    const info = JSON.parse(stored) as DimensionInfo
    const column = plainColumn(info)
    if (column === null) continue
    const key = column.toLowerCase()
    found.set(key, [...(found.get(key) ?? []), { ...row, info }])
  }
  return (column) => {
    const type = dimensionTypeOf(column)
    // Values with labels of a dictionary are the same values.
    const alike = (found.get(column.name.toLowerCase()) ?? []).filter(
      ({ types }) => types === type || (types === 'dictionary' && type === 'string'),
    )
    // One that is open to all tables comes before one that has to be opened.
    return (
      alike.find(({ info }) => info.factTable === undefined) ??
      alike.find(({ name }) => name.toLowerCase() === column.name.toLowerCase()) ??
      alike[0]
    )
  }
}

function plainColumn({ expression, segment }: DimensionInfo): string | null {
  const text = expression?.trim() ?? ''
  if (segment !== undefined) return null
  const quoted = /^"((?:[^"]|"")+)"$/.exec(text)?.[1]
  if (quoted !== undefined) return quoted.replaceAll('""', '"')
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text) ? text : null
}

/** Opens a dimension of one table to every table with such a column; its history says so. */
export async function openToAll(db: Kysely<Database>, { id, info }: Alike, userId: number): Promise<void> {
  if (info.factTable === undefined) return
  const { factTable, ...open } = info
  const at = new Date().toISOString()
  await db
    .updateTable('dimension')
    .set(({ eb }) => ({
      info: JSON.stringify(open),
      revision: eb('revision', '+', 1),
      modified_at: at,
      modified_by: userId,
    }))
    .where('id', '=', id)
    .execute()
  await db
    .insertInto('object_change')
    .values({
      kind: 'dimension',
      object_id: String(id),
      at,
      user_id: userId,
      action: 'change',
      changes: JSON.stringify([
        { field: 'info', title: '设置', from: `所在表：${factTable}`, to: '所在表：有这一列的各表' },
      ]),
      before: JSON.stringify({ info: JSON.stringify(info) }),
    })
    .execute()
}
