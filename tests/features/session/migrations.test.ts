// Installations from before the second step, and from before company accounts, as later versions find them.
import { expect, test } from 'vitest'
import { openMetadata } from '#server/metadata/open.ts'
import type { Table } from '#server/metadata/table.ts'
import { cheapHash } from '#tests/factories/passwords.ts'
import { declaredShape, differences, shapeOf } from '#tests/factories/storeShape.ts'
import { describeStores, silentLog } from '#tests/factories/stores.ts'
import { accountById, findAccount } from '#features/session/server/repo.ts'
import { tables } from '../../../src/main-tables.ts'

/** The tables as they were declared before the migration of this name. */
const tablesBefore = (name: string): Table[] =>
  tables
    .filter(({ made }) => made < name)
    .map((table) => ({
      ...table,
      columns: kept(table.columns, (_, { since }) => since === undefined || since.migration < name),
      changes: kept(table.changes, (migration) => migration < name),
    }))

const kept = <Value>(
  values: Record<string, Value>,
  holds: (name: string, value: Value) => boolean,
): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => holds(name, value)))

describeStores('an installation from before', (store) => {
  async function olderThan(name: string) {
    const settings = await store.make('empty')
    const before = await openMetadata(settings, silentLog, tablesBefore(name))
    const created_at = '2026-01-01T00:00:00.000Z'
    const { id: role_id } = await before.db
      .insertInto('role')
      .values({ name: '管理员', authority_info: '{}', created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const person = { email: 'mei@example.com', username: '梅', password_hash: await cheapHash('a password') }
    const { id } = await before.db
      .insertInto('user')
      .values({ ...person, role_id, games: '"*"', disabled: 0, created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await before.stop()
    const after = await openMetadata(settings, silentLog, tables)
    return { ...after, id, role_id }
  }

  test.each(['0110-second-step', '0132-outside-accounts'])(
    '%s has the tables that are declared',
    async (name) => {
      const { db, stop } = await olderThan(name)
      expect(differences(await shapeOf(db, store.dialect), declaredShape(tables))).toEqual([])
      await stop()
    },
  )

  test('the second step asks nobody for it, and its roles can', async () => {
    const { db, stop, id, role_id } = await olderThan('0110-second-step')
    expect(await findAccount(db, 'mei@example.com')).toMatchObject({ id, needsStep: false })
    await db.updateTable('role').set({ second_step: 1 }).where('id', '=', role_id).execute()
    expect(await accountById(db, id)).toMatchObject({ needsStep: true })
    const step = { account: 'mei', seed: '', confirmed_at: null, last_step: 0, recovery: '[]' }
    await db
      .insertInto('second_step')
      .values({ user_id: id, ...step })
      .execute()
    await stop()
  })

  test('company accounts keeps its users as local ones, each of whom can become the company’s once', async () => {
    const { db, stop, id } = await olderThan('0132-outside-accounts')
    expect(await findAccount(db, '梅')).toMatchObject({ id })
    expect(await db.selectFrom('outside_account').selectAll().execute()).toEqual([])
    const account = { user_id: id, account: 'mei', name: '梅', groups: '[]', checked_at: '' }
    const add = (subject: string) =>
      db
        .insertInto('outside_account')
        .values({ ...account, method: 'ldap', subject, stopped_why: null, linked_by: null })
        .execute()
    await add('one')
    await expect(add('two')).rejects.toThrow()
    await db.deleteFrom('user').where('id', '=', id).execute()
    expect(await db.selectFrom('outside_account').selectAll().execute()).toEqual([])
    await stop()
  })
})
