// Names of an import's proposals: valid in formulas, unique, and in a category of the file.
import type { Kysely } from 'kysely'
import type { Database } from '#server/metadata/schema.ts'
import { living } from '#server/scopes/life.ts'
import { freeName } from '#server/warehouse/import/columnNames.ts'

/** 金额（元）→ 元 */
export function unitOf(name: string): string {
  return /[（(]([^（()）]{1,6})[)）]$/.exec(name)?.[1] ?? ''
}

/** Formulas write names in brackets, so names contain none. */
export function spokenName(name: string): string {
  return [...name.replaceAll(/[[\]]/g, ' ').trim()].slice(0, 80).join('')
}

export function quoted(column: string): string {
  return `"${column.replaceAll('"', '""')}"`
}

export async function findOrMakeCategory(
  db: Kysely<Database>,
  kind: 'dimension' | 'point',
  name: string,
): Promise<number> {
  const present = await db
    .selectFrom('category')
    .select(['id', 'name'])
    .where('kind', '=', kind)
    .where(living('category'))
    .orderBy('id')
    .execute()
  const same = present.find((category) => category.name === name)
  if (same) return same.id
  const { id } = await db
    .insertInto('category')
    .values({ kind, name, position: present.length })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function namesOf(
  db: Kysely<Database>,
  table: 'dimension' | 'point' | 'point_table',
): Promise<Set<string>> {
  const rows = await db.selectFrom(table).select('name').execute()
  return new Set(rows.map(({ name }) => name.toLowerCase()))
}

/** Makes the name unique, and reserves it. */
export function freeOf(wanted: string, taken: Set<string>): string {
  const name = freeName(wanted, taken)
  taken.add(name.toLowerCase())
  return name
}

export function prefixedIfTaken(wanted: string, table: string, taken: Set<string>): string {
  return freeOf(taken.has(wanted.toLowerCase()) ? `${table}·${wanted}` : wanted, taken)
}
