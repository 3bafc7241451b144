// What folders hand down. Each folder and view keeps in `within` to whom its place is open, so that one row says who
// sees it. Whatever changes a folder hands it down again, in the same transaction.
import { sql } from 'kysely'
import type { Dialect } from '#server/metadata/table.ts'
import type { Db } from '#server/objects/types.ts'
import { readWords, toAll, wordsText } from '#shared/grants.ts'
import type { FolderRow } from './objectKinds.ts'

/** Of the top. */
export const openToAll = JSON.stringify([toAll])

type Handing = Pick<FolderRow, 'owner_id' | 'shared' | 'grants' | 'within'>

/** To whom a folder opens what is shared in it. */
export const handedBy = ({ owner_id, shared, grants, within }: Handing): string =>
  wordsText([`see:user:${owner_id}`, ...readWords(grants), ...(shared === 1 ? readWords(within) : [])])

/**
 * To whom a folder is open. On PostgreSQL changes of the folder wait until this transaction ends: they hand down to
 * what is placed in it here.
 */
export async function placeIn(db: Db, dialect: Dialect, folderId: number | null): Promise<string> {
  if (folderId === null) return openToAll
  let asked = db.selectFrom('view_type').selectAll().where('id', '=', folderId)
  if (dialect === 'postgres') asked = asked.modifyEnd(sql`for share`)
  const row = await asked.executeTakeFirst()
  return row ? handedBy(row) : openToAll
}

/** From the top down, to deleted folders and views too: they come back as their place is by then. */
export async function handDown(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('view_type')
    .select(['id', 'parent_id', 'owner_id', 'shared', 'grants', 'within'])
    .execute()
  const inside = Map.groupBy(rows, ({ parent_id }) => parent_id)
  const handed = new Map<number, string>()
  const visit = async (parent: number | null, within: string): Promise<void> => {
    for (const row of inside.get(parent) ?? []) {
      if (handed.has(row.id)) continue
      if (row.within !== within)
        await db.updateTable('view_type').set({ within }).where('id', '=', row.id).execute()
      const own = handedBy({ ...row, within })
      handed.set(row.id, own)
      await visit(row.id, own)
    }
  }
  await visit(null, openToAll)
  const places = await db.selectFrom('view_meta').select(['type_id', 'within']).distinct().execute()
  for (const { type_id, within } of places) {
    const wanted = type_id === null ? openToAll : handed.get(type_id)
    if (wanted === undefined || wanted === within) continue
    await db
      .updateTable('view_meta')
      .set({ within: wanted })
      .where('type_id', 'is not distinct from', type_id)
      .where('within', '=', within)
      .execute()
  }
}
