// An object's history with its way back: what the object was right after any of the changes that can all be undone.
import { AppError } from '#shared/errors.ts'
import type { FieldChange, HistoryEntry } from './history.ts'
import { userNames } from './history.ts'
import { readObject } from './reading.ts'
import type { Caller, Db, ObjectKind, ObjectRow } from './types.ts'

const mostEntries = 500

export interface PastEntry extends HistoryEntry {
  /** Names the state right after it; 0 for the one that was made. */
  change: number
  /** Whether there is a way back to that state, and it is another than the present one. */
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

/** Newest first; the last entry is that it was made, at '' where nobody knows when. */
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
  // There is a way back to a state while all that came after it can be undone, and something did.
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
  return [...shown, made]
}

/** Throws where the change is not known, or something after it can't be undone. */
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
