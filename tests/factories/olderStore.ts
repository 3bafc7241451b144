// Data of an installation at the last migration before tables were declared in slices, large enough that each later
// migration takes noticeable time.
import { type Kysely, sql } from 'kysely'
import type { Metadata } from '#server/metadata/open.ts'
import { permissionKeys } from '#shared/permissions.ts'
import { authorityOf } from '#features/session/server/index.ts'
import { cheapHash } from './passwords.ts'

type Row = Record<string, string | number | null>
const at = '2026-01-01T00:00:00.000Z'
const many = <Made>(count: number, make: (at: number) => Made): Made[] =>
  Array.from({ length: count }, (_, index) => make(index + 1))

/** The first user is `boss`, with all rights, the password `a password` and 300 saved queries. */
export async function fillOlder({ db }: Metadata): Promise<void> {
  const store = db as unknown as Kysely<Record<string, Row>>
  const insert = async (table: string, rows: Row[]) => {
    for (let from = 0; from < rows.length; from += 500) {
      await store
        .insertInto(table)
        .values(rows.slice(from, from + 500))
        .execute()
    }
  }
  await insert('role', [{ name: '管理员', authority_info: JSON.stringify(authorityOf(permissionKeys)) }])
  await insert('user', [
    {
      email: 'boss@example.com',
      username: 'boss',
      password_hash: await cheapHash('a password'),
      role_id: 1,
      games: '"*"',
      disabled: 0,
      created_at: at,
    },
  ])
  await insert('game', [{ cgi: 'a', name: '游戏 a' }])
  await insert('view_type', [{ name: '日报', position: 1, owner_id: 1, deleted_at: null, parent_id: null }])
  const text = { folder: '日报', sql: "select '全角 '' \\ 1'", params: '[]', created_at: at, modified_at: at }
  const owned = { ...text, owner_id: 1, version: 1, deleted_at: null }
  await insert(
    'saved_query',
    many(300, (id) => ({ ...owned, id: `q${id}`, name: `查询 ${id}`, tags: '[]', share: 'off' })),
  )
  await insert(
    'saved_query_version',
    many(300, (id) => ({
      query_id: `q${id}`,
      version: 1,
      name: `查询 ${id}`,
      sql: 'select 1',
      params: '[]',
      saved_at: at,
    })),
  )
  await insert(
    'custom_report',
    many(200, (id) => ({
      ...owned,
      id: `c${id}`,
      name: `报表 ${id}`,
      describe: '',
      chart: '{}',
      query_id: null,
      published: 1,
    })),
  )
  await insert(
    'audit',
    many(500, (id) => ({ at, user_id: 1, action: 'test', detail: JSON.stringify({ id }) })),
  )
  await insert(
    'trace',
    many(300, (id) => ({ code: `t${id}`, kind: 'view', at, detail: '{}', user_id: 1 })),
  )
}

/** Rows of tables and columns that existed before, without the account columns that a sign-in changes. */
export async function olderRows({ db }: Metadata): Promise<Record<string, Row[]>> {
  const columns: Record<string, string> = {
    role: 'id, name, authority_info',
    user: 'id, email, username, role_id, games, disabled, created_at',
    game: 'cgi, name',
    view_type: 'id, name, position, owner_id, deleted_at, parent_id',
    saved_query:
      'id, owner_id, name, folder, tags, sql, params, version, share, created_at, modified_at, deleted_at',
    saved_query_version: 'id, query_id, version, name, sql, params, saved_at',
    custom_report:
      'id, owner_id, name, folder, describe, sql, params, chart, query_id, published, version, created_at, modified_at, deleted_at',
    audit: 'id, at, user_id, action, detail',
    trace: 'code, kind, at, detail, user_id',
  }
  const found: Record<string, Row[]> = {}
  for (const [table, names] of Object.entries(columns)) {
    const quoted = names.split(', ').map((name) => sql.ref(name))
    const rows = await sql<Row>`select ${sql.join(quoted)} from ${sql.table(table)} order by 1`.execute(db)
    found[table] = rows.rows
  }
  return found
}
