// Finds names that the demo needs and the installation already uses, before anything is written. Names by which SQL,
// definitions and rights refer to a thing cannot be changed; titles can (`renaming.ts`).
import { dictionaryNames } from '#demo/metadata/dictionaries.ts'
import { demoAccounts, demoGames } from '#demo/metadata/people.ts'
import { demoTableNames } from '#demo/warehouse/comments.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { tableKey } from '#server/warehouse/import/publishing.ts'
import type { DemoThing } from '../contract.ts'
import { leftOut, roleEnding } from './plan.ts'
import { refused } from './state.ts'

export async function refuseCollisions(
  db: Db,
  { published, accounts }: { published: readonly string[]; accounts: boolean },
): Promise<void> {
  const taken = [
    ...takenTables(published),
    ...(await takenFacts(db)),
    ...(await takenGames(db)),
    ...(await takenDictionaries(db)),
    ...(accounts ? await takenAccounts(db) : []),
  ]
  if (taken.length === 0) return
  const named = taken.slice(0, 10).map(({ kind, name }) => `${kind}「${name}」`)
  const rest = taken.length > 10 ? ` 等 ${taken.length} 个` : ''
  throw refused(
    'name_taken',
    `演示数据要用的名称已有：${named.join('、')}${rest}。什么都没有写入；要试用演示，请另设 DATA_DIR`,
    { taken },
  )
}

/** Published tables named like the demo's, apart from case and character width. */
export function takenTables(published: readonly string[]): DemoThing[] {
  const wanted = new Set(demoTableNames.map(tableKey))
  return published.filter((name) => wanted.has(tableKey(name))).map((name) => ({ kind: '数据表', name }))
}

/** Existing definitions over tables of these names, which would read the demo's rows. */
async function takenFacts(db: Db): Promise<DemoThing[]> {
  const wanted = new Set(demoTableNames.map(tableKey))
  const read = (table: 'point_table' | 'dimension_table') =>
    db.selectFrom(table).select(['name', 'table_truename']).where(living(table)).execute()
  const hit = (rows: Awaited<ReturnType<typeof read>>, kind: string) =>
    rows
      .filter(({ table_truename }) => wanted.has(tableKey(table_truename)))
      .map(({ name }) => ({ kind, name }))
  return [...hit(await read('point_table'), '指标表'), ...hit(await read('dimension_table'), '维度表')]
}

async function takenGames(db: Db): Promise<DemoThing[]> {
  const codes = demoGames.map(({ cgi }) => cgi)
  const rows = await db.selectFrom('game').select('cgi').where('cgi', 'in', codes).execute()
  return rows.map(({ cgi }) => ({ kind: '游戏', name: cgi }))
}

/** Includes deleted dictionaries: restoring them brings their names back. */
async function takenDictionaries(db: Db): Promise<DemoThing[]> {
  const wanted = dictionaryNames(leftOut)
  const rows = await db.selectFrom('dictionary').select(['name', 'form_name']).execute()
  return rows
    .filter((row) =>
      wanted.some(
        ({ name, formName }) =>
          tableKey(name) === tableKey(row.name) || tableKey(formName) === tableKey(row.form_name),
      ),
    )
    .map(({ name, form_name }) => ({ kind: '字典', name: `${name}（${form_name}）` }))
}

async function takenAccounts(db: Db): Promise<DemoThing[]> {
  const wanted = demoAccounts(roleEnding)
  const users = await db
    .selectFrom('user')
    .select(['email', 'username'])
    .where((where) =>
      where.or([
        where(
          'email',
          'in',
          wanted.map(({ email }) => email),
        ),
        where(
          'username',
          'in',
          wanted.map(({ username }) => username),
        ),
      ]),
    )
    .execute()
  const roles = await db
    .selectFrom('role')
    .select('name')
    .where(
      'name',
      'in',
      wanted.map(({ role }) => role),
    )
    .execute()
  return [
    ...users.map(({ email }) => ({ kind: '账号', name: email })),
    ...roles.map(({ name }) => ({ kind: '角色', name })),
  ]
}
