// Reads dictionaries for their managers: the list, one with its details, and its rows by page.
import type { Deps } from '#server/deps.ts'
import { largestStoredId } from '#server/metadata/ids.ts'
import { readHistory } from '#server/objects/history.ts'
import { readObject } from '#server/objects/reading.ts'
import { readSeen, telling } from '#server/objects/telling.ts'
import type { Caller } from '#server/objects/types.ts'
import { pinyinOf } from '#server/pinyin.ts'
import type { ListedDictionary, OpenedDictionary, RowPage } from '../contract.ts'
import { seesChange } from './changes.ts'
import { columnOfGame, namesGames, seesRow } from './games.ts'
import { dictionaries } from './objectKind.ts'
import { countValues, headOf } from './repo.ts'
import { hasForeign } from './saving.ts'
import { allRows, type Place, type StoredRow } from './stored.ts'
import { readUses } from './uses.ts'

export async function listForEditors(deps: Deps, caller: Caller): Promise<ListedDictionary[]> {
  const { db } = deps.metadata
  const rows = await readSeen(db, dictionaries, caller)
  const [told, uses, counts] = await Promise.all([
    telling(db, dictionaries, caller, rows),
    readUses(deps, caller),
    countValues(db),
  ])
  const listed: ListedDictionary[] = []
  for (const row of rows) {
    const { owner: _, editable: __, ...rest } = told(row)
    const head = headOf(row)
    listed.push({
      ...rest,
      ...head,
      rowCount: await seenCount(deps, caller, head, counts.get(row.id) ?? 0),
      pinyin: pinyinOf(row.name),
      uses: uses(row),
    })
  }
  return listed
}

async function seenCount(
  { metadata: { db } }: Deps,
  { games }: Caller,
  head: ReturnType<typeof headOf>,
  count: number,
): Promise<number> {
  if (games === 'all' || !namesGames(head)) return count
  const column = columnOfGame(head)
  let seen = 0
  for await (const page of allRows(db, head.id))
    seen += page.filter(({ data }) => seesRow(column, data, games)).length
  return seen
}

export async function openForEditor(deps: Deps, caller: Caller, id: number): Promise<OpenedDictionary> {
  const { db } = deps.metadata
  const row = await readObject(db, dictionaries, caller, id)
  const [told, uses, counts, foreign] = await Promise.all([
    telling(db, dictionaries, caller, [row]),
    readUses(deps, caller),
    countValues(db),
    hasForeign(db, caller, row),
  ])
  const { owner: _, editable: __, ...rest } = told(row)
  const head = headOf(row)
  const rowCount = await seenCount(deps, caller, head, counts.get(id) ?? 0)
  return { ...rest, ...head, rowCount, foreign, uses: uses(row) }
}

const pageRows = 4_000

export async function readPage(
  { metadata: { db } }: Deps,
  caller: Caller,
  id: number,
  after: Place | null,
): Promise<RowPage> {
  const row = await readObject(db, dictionaries, caller, id)
  const column = columnOfGame(headOf(row))
  const from = after && { ...after, dataId: Math.min(after.dataId, largestStoredId) }
  const rows: StoredRow[] = []
  for await (const part of allRows(db, id, from)) {
    rows.push(...part)
    // One row beyond the page shows that there are more.
    if (rows.length > pageRows) break
  }
  const page = rows.slice(0, pageRows)
  const last = rows.length > pageRows ? page.at(-1) : undefined
  return {
    revision: row.revision,
    rows: page
      .filter(({ data }) => seesRow(column, data, caller.games))
      .map(({ id: dataId, data }) => ({ dataId, data })),
    next: last ? { position: last.position, dataId: last.id } : null,
  }
}

/** Leaves out changes to rows of games that the reader may not see. */
export async function historyFor({ metadata: { db } }: Deps, caller: Caller, id: number) {
  const entries = await readHistory(db, dictionaries, caller, id)
  return entries.map((entry) => ({
    ...entry,
    changes: entry.changes.filter((change) => seesChange(change, caller.games)),
  }))
}
