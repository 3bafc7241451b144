// Which folders of the team's library a caller has a right to, and so which saved queries they may know of: asked by the
// SQL workspace, and by what looks for the uses of tables, dictionaries and events in SQL.
import { sql } from 'kysely'
import { isOf, readAudience } from '#shared/audience.ts'
import { type Grant, grantedRight, type QueryRight } from '#shared/sql/queryRights.ts'
import type { Dialect } from './metadata/table.ts'
import type { Caller, Db } from './objects/types.ts'
import { living } from './scopes/life.ts'

/** A session's user; of any other caller the role is read. */
export type Reader = Caller & { roleId?: number }

/** Those that live, with the caller's right in each; null where there is none. */
export async function readFolderRights(db: Db, caller: Reader, hold?: Dialect) {
  let asked = db.selectFrom('query_folder').selectAll().where(living('query_folder'))
  // On PostgreSQL rights stay as they are until the transaction ends; SQLite lets one write at a time anyway.
  if (hold === 'postgres') asked = asked.modifyEnd(sql`for share`)
  const rows = await asked.execute()
  if (rows.length === 0) return []
  const roleId = await livingRoleOf(db, caller)
  return rows.map((row) => {
    const granted = grantedRight(JSON.parse(row.grants) as Grant[], caller.id, roleId)
    const right: QueryRight | null = row.owner_id === caller.id ? 'edit' : granted
    return { ...row, right }
  })
}

const noRole = -1

/** A deleted role grants nothing to its remaining users. */
async function livingRoleOf(db: Db, caller: Reader): Promise<number> {
  if (caller.roleId !== undefined) return caller.role ?? noRole
  const row = await db
    .selectFrom('user')
    .innerJoin('role', 'role.id', 'user.role_id')
    .select('role.id')
    .where('user.id', '=', caller.id)
    .where(living('role'))
    .executeTakeFirst()
  return row?.id ?? noRole
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
  const roleId = await livingRoleOf(db, caller)
  return ({ owner_id, folder_id, share, audience }) =>
    (share !== 'off' && isOf(readAudience(audience), { id: caller.id, roleId })) ||
    (folder_id === null ? owner_id === caller.id : seen.has(folder_id))
}
