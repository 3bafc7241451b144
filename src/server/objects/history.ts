// The history of an object: who changed what and when, a readable difference for each field. Secrets are
// recorded as changed, without their value.

import { withCodeNames } from './codeNames.ts'
import { anyTable, chunks, readObject } from './reading.ts'
import type { Caller, Db, Field, ObjectKind, ObjectRow } from './types.ts'

export interface FieldChange {
  field: string
  title: string
  from: string
  to: string
}

type ChangeAction = 'add' | 'change' | 'delete' | 'restore'

export interface HistoryEntry {
  at: string
  by: string
  action: ChangeAction
  changes: FieldChange[]
}

const rowsAtOnce = 2_000

export function differences<Row extends ObjectRow>(
  { fields }: ObjectKind<Row>,
  before: Row,
  values: Partial<Row>,
): FieldChange[] {
  return Object.entries(fields).flatMap(([field, declared]) => {
    const name = field as keyof Row & string
    if (!declared || !(name in values) || values[name] === before[name]) return []
    return fieldChanges(field, declared, before[name], values[name])
  })
}

function fieldChanges(field: string, { title, show = textOf, parts }: Field, from: unknown, to: unknown) {
  const told = parts?.(from, to).map((part) => ({ field, ...part })) ?? []
  return told.length > 0 ? told : [{ field, title, from: show(from), to: show(to) }]
}

const textOf = (stored: unknown): string => (stored === null || stored === undefined ? '' : String(stored))

/** The previous values of the changed columns, for kinds that keep them; null for others. */
export function keptBefore<Row extends ObjectRow>(
  { keepsBefore = false }: ObjectKind<Row>,
  before: Row,
  changes: readonly FieldChange[],
): string | null {
  if (!keepsBefore) return null
  return JSON.stringify(Object.fromEntries(changes.map(({ field }) => [field, before[field as keyof Row]])))
}

export async function noteChanges<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  caller: Caller,
  action: Exclude<ChangeAction, 'add'>,
  changed: readonly { id: number | string; changes: FieldChange[]; before?: string | null }[],
): Promise<void> {
  const at = new Date().toISOString()
  for (const part of chunks(changed, rowsAtOnce)) {
    const rows = part.map(({ id, changes, before = null }) => ({
      kind: kind.name,
      object_id: String(id),
      at,
      user_id: caller.id,
      action,
      changes: JSON.stringify(changes),
      before,
    }))
    await db.insertInto('object_change').values(rows).execute()
  }
}

export const lastChange = <Row extends ObjectRow>(db: Db, { name }: ObjectKind<Row>, id: Row['id']) =>
  db
    .selectFrom('object_change')
    .select(['at', 'user_id'])
    .where('kind', '=', name)
    .where('object_id', '=', String(id))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Newest first; the last entry is the creation. */
export async function readHistory<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  caller: Caller,
  id: Row['id'],
): Promise<HistoryEntry[]> {
  const row = await readObject(db, kind, caller, id)
  const noted = await db
    .selectFrom('object_change')
    .selectAll()
    .where('kind', '=', kind.name)
    .where('object_id', '=', String(id))
    .orderBy('id', 'desc')
    .limit(500)
    .execute()
  const names = await userNames(db, [row.owner_id, ...noted.map(({ user_id }) => user_id)])
  const entries = noted.map(
    ({ at, user_id, action, changes }): HistoryEntry => ({
      at,
      by: names.get(user_id) ?? '',
      action,
      changes: JSON.parse(changes) as FieldChange[],
    }),
  )
  const named = await withCodeNames(db, kind.fields, entries)
  return [...named, { at: row.created_at, by: names.get(row.owner_id) ?? '', action: 'add', changes: [] }]
}

export async function userNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await anyTable(db)
    .selectFrom('user')
    .select(['id', 'username'])
    .where('id', 'in', wanted)
    .execute()
  return new Map(rows.map(({ id, username }) => [Number(id), String(username)]))
}
