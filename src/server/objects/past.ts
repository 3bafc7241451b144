// An object's history with restore: the object's state after any change, as long as all later changes can be
// undone.
import { AppError } from '#shared/errors.ts'
import { withCodeNames } from './codeNames.ts'
import type { FieldChange, HistoryEntry } from './history.ts'
import { userNames } from './history.ts'
import { readObject } from './reading.ts'
import type { Caller, Db, ObjectKind, ObjectRow } from './types.ts'

const mostEntries = 500

export interface PastEntry extends HistoryEntry {
  /** Identifies the state after this entry; 0 for the creation. */
  change: number
  /** Whether that state can be restored and differs from the current one. */
  back: boolean
}

/** Newest first. */
const readEntries = (db: Db, kind: string, id: number | string) =>
  db
    .selectFrom('object_change')
    .selectAll()
    .where('kind', '=', kind)
    .where('object_id', '=', String(id))
    .orderBy('id', 'desc')
    .limit(mostEntries)
    .execute()
type Entry = Awaited<ReturnType<typeof readEntries>>[number]

const saysNothing = ({ changes }: Entry) => changes === '[]'

/** Newest first; the last entry is the creation, with '' as its time when unknown. */
export async function readPast<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  caller: Caller,
  id: Row['id'],
  madeAt: (row: Row) => string = ({ created_at }) => created_at,
): Promise<PastEntry[]> {
  const row = await readObject(db, kind, caller, id)
  const entries = await readEntries(db, kind.name, id)
  const names = await userNames(db, [row.owner_id, ...entries.map(({ user_id }) => user_id)])
  // A state can be restored while all later changes can be undone, and there was at least one.
  let isReached = true
  let isLeft = false
  const wayTo = (later: Entry | undefined): boolean => {
    if (later && !saysNothing(later)) {
      isLeft = true
      isReached &&= later.before !== null
    }
    return isReached && isLeft
  }
  const shown = entries.map((entry, place) => ({
    change: entry.id,
    at: entry.at,
    by: names.get(entry.user_id) ?? '',
    action: entry.action,
    changes: JSON.parse(entry.changes) as FieldChange[],
    back: wayTo(entries[place - 1]),
  }))
  const made = {
    change: 0,
    at: madeAt(row),
    by: names.get(row.owner_id) ?? '',
    action: 'add' as const,
    changes: [],
    back: wayTo(entries.at(-1)) && entries.length < mostEntries,
  }
  return [...(await withCodeNames(db, kind.fields, shown)), made]
}

/** Throws when the change is unknown, or a later change can't be undone. */
export async function stateAfter<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  caller: Caller,
  id: Row['id'],
  change: number,
): Promise<Row> {
  const row = await readObject(db, kind, caller, id)
  const entries = await readEntries(db, kind.name, id)
  const isKnown = change === 0 ? entries.length < mostEntries : entries.some((entry) => entry.id === change)
  if (!isKnown) throw new AppError('object_missing', '这条修改记录不存在')
  let past: Record<string, unknown> = {}
  for (const entry of entries) {
    if (entry.id <= change) break
    if (saysNothing(entry)) continue
    if (entry.before === null)
      throw new AppError('parameter_wrong', '这条记录之后有一次修改没有留下原来的内容，不能恢复到它')
    past = { ...past, ...(JSON.parse(entry.before) as object) }
  }
  return { ...row, ...past }
}
