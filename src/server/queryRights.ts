// Which folders of the team's library a caller has a right to, and so which saved queries they may know of: asked by the
// SQL workspace, and by what looks for the uses of tables, dictionaries and events in SQL.
import { sql } from 'kysely'
import { isOf, readAudience } from '#shared/audience.ts'
import { type Grant, grantedRight, type QueryRight } from '#shared/sql/queryRights.ts'
import type { Seeing } from './http/session.ts'
import type { Dialect } from './metadata/table.ts'
import type { Caller, Db } from './objects/types.ts'
import { living } from './scopes/life.ts'

/** A session's user; of any other caller the role is read. */
export type Reader = Caller & { roleId?: number; seeing?: Seeing }

/** Those that live, with the caller's right in each; null where there is none. */
export async function readFolderRights(db: Db, caller: Reader, hold?: Dialect) {
  let asked = db.selectFrom('query_folder').selectAll().where(living('query_folder'))
  // On PostgreSQL rights stay as they are until the transaction ends; SQLite lets one write at a time anyway.
  if (hold === 'postgres') asked = asked.modifyEnd(sql`for share`)
  const rows = await asked.execute()
  if (rows.length === 0) return []
  const roleId = caller.seeing?.roleId ?? caller.roleId ?? (await roleOf(db, caller.id))
  return rows.map((row) => {
    const granted = grantedRight(JSON.parse(row.grants) as Grant[], caller.id, roleId)
    const right: QueryRight | null = row.owner_id === caller.id ? 'edit' : granted
    return { ...row, right }
  })
}

async function roleOf(db: Db, userId: number): Promise<number> {
  const row = await db.selectFrom('user').select('role_id').where('id', '=', userId).executeTakeFirst()
  return row?.role_id ?? -1
}

interface KnownOf {
  owner_id: number
  folder_id: number | null
  share: string
  audience: string | null
}

/** Whether a caller may know of a query at all: their own, their team's, or one that is shared. */
export async function knownQueries(db: Db, caller: Reader): Promise<(query: KnownOf) => boolean> {
  const folders = await readFolderRights(db, caller)
  const seen = new Set(folders.flatMap(({ id, right }) => (right === null ? [] : [id])))
  const roleId = caller.seeing?.roleId ?? caller.roleId ?? (await roleOf(db, caller.id))
  return ({ owner_id, folder_id, share, audience }) =>
    (share !== 'off' && isOf(readAudience(audience), { id: caller.id, roleId })) ||
    (folder_id === null ? owner_id === caller.id : seen.has(folder_id))
}
