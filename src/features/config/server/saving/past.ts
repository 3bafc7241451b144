// A definition's history, and its way back to any state that the history holds.
import type { Deps } from '../../../../server/deps.ts'
import { type HistoryEntry, userNames } from '../../../../server/objects/history.ts'
import { readObject } from '../../../../server/objects/reading.ts'
import type { Caller, Db, ObjectKind } from '../../../../server/objects/types.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { DefinitionHistory, DefinitionKind } from '../../contract.ts'
import { kindsOf, type Stored } from '../kinds.ts'
import { forgetModel } from '../model.ts'
import type { Changes } from './drafts.ts'
import { beginSaving, keysBefore, type Saved, saveWithin, shownDefinition } from './save.ts'

const mostEntries = 500

const objectsOf = <Kind extends DefinitionKind>(kind: Kind) => kindsOf()[kind] as ObjectKind<Stored[Kind]>

/** Newest first. */
const readEntries = (db: Db, kind: DefinitionKind, id: number) =>
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

export async function definitionHistory(
  { metadata: { db } }: Pick<Deps, 'metadata'>,
  caller: Caller,
  kind: DefinitionKind,
  id: number,
): Promise<DefinitionHistory> {
  const row = await readObject(db, objectsOf(kind), caller, id)
  const entries = await readEntries(db, kind, id)
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
    changes: JSON.parse(entry.changes) as HistoryEntry['changes'],
    back: wayTo(entries[place - 1]),
  }))
  const made = {
    change: 0,
    at: row.created_at || ('create_time' in row ? row.create_time : ''),
    by: names.get(row.owner_id) ?? '',
    action: 'add' as const,
    changes: [],
    back: wayTo(entries.at(-1)) && entries.length < mostEntries,
  }
  return [...shown, made]
}

/** What it was right after the entry becomes a save like any other. */
export async function backToChange<Kind extends DefinitionKind>(
  deps: Deps,
  caller: Caller,
  kind: Kind,
  { id, change, revision }: { id: number; change: number; revision?: number | undefined },
): Promise<Saved<Kind>> {
  const { db } = deps.metadata
  const sought = await stateAfter(db, caller, kind, id, change)
  const repeated = await keysBefore(deps, kind, { ...sought, id } as never)
  const saved = await deps.metadata.transaction(async (within) => {
    const known = await beginSaving(deps, within, kind, repeated)
    const row = await stateAfter(within, caller, kind, id, change)
    const definition = shownDefinition(kind, row, known)
    const whole = { ...definition, ...(revision !== undefined && { revision }) } as unknown as Changes[Kind]
    return saveWithin(within, known, caller, kind, whole)
  })
  forgetModel(deps.metadata)
  return saved
}

async function stateAfter<Kind extends DefinitionKind>(
  db: Db,
  caller: Caller,
  kind: Kind,
  id: number,
  change: number,
): Promise<Stored[Kind]> {
  const row = (await readObject(db, objectsOf(kind), caller, id)) as Stored[Kind]
  const entries = await readEntries(db, kind, id)
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
