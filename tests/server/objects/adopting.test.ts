// Saved queries and custom reports keep all their data when they become objects.
import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { readHistory } from '#server/objects/history.ts'
import type { Caller } from '#server/objects/types.ts'
import { describeStores } from '#tests/factories/stores.ts'
import { savedQueries } from '#features/code/server/index.ts'
import { listQueries } from '#features/code/server/saved/finding.ts'
import { queryVersions, restoreQuery, saveQuery } from '#features/code/server/saved/queries.ts'
import { codeTables } from '#features/code/server/tables.ts'
import { createUser, upsertRole } from '#features/session/server/index.ts'

const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`

describeStores('rows that become objects', (store) => {
  it('stay, each with a name of its own in its folder; what is deleted can still come back', async () => {
    const metadata = await store.open()
    const { db, dialect } = metadata
    const roleId = await upsertRole(db, 'sql', {})
    const email = 'mei@example.com'
    const id = await createUser(db, { email, passwordHash: 'p', roleId, games: 'all' })
    const mei: Caller = { id, games: 'all', rules: [], authorityInfo: {} }
    const query = (name: string, day: number, more = {}) => ({
      id: `q${day}`,
      owner_id: id,
      name,
      folder: '日报',
      tags: '[]',
      sql: `select ${day}`,
      params: '[]',
      version: 3,
      share: 'query' as const,
      created_at: at(day),
      modified_at: at(day),
      deleted_at: null as string | null,
      // As the migration adds them.
      modified_by: 0,
      revision: 1,
      ...more,
    })
    const rows = [
      query('ROI', 1),
      query('ｒｏｉ', 2),
      query('roi（2）', 3),
      query('长'.repeat(100), 4),
      query('长'.repeat(100), 5),
      query('ROI', 6, { folder: '' }),
      query('roi', 7, { deleted_at: at(8) }),
    ]
    await db.insertInto('saved_query').values(rows).execute()
    const table = codeTables.find(({ name }) => name === 'saved_query')
    await table?.changes['0009-sql-objects']?.(db as unknown as Kysely<unknown>, dialect)

    const listed = await listQueries(metadata, { id, games: 'all', rules: [], authorityInfo: {} })
    const names = Object.fromEntries(listed.map((one) => [one.id, one.name]))
    expect(names).toEqual({
      q1: 'ROI',
      q2: 'ｒｏｉ（2）',
      q3: 'roi（2）（2）',
      q4: '长'.repeat(100),
      q5: `${'长'.repeat(97)}（2）`,
      q6: 'ROI',
    })
    expect(listed.map(({ sql, version, share }) => [sql, version, share])).toHaveLength(6)
    expect(listed.find((one) => one.id === 'q2')).toMatchObject({
      sql: 'select 2',
      version: 3,
      share: 'query',
      modifiedAt: at(2),
    })
    const saved = await saveQuery(metadata, mei, {
      id: 'q5',
      name: names.q5 ?? '',
      sql: 'select 50',
      version: 3,
    })
    expect(saved.version).toBe(4)
    expect(await queryVersions(metadata, mei, 'q5')).toHaveLength(1)
    await expect(saveQuery(metadata, mei, { name: 'Roi', folder: '日报', sql: 'x' })).rejects.toMatchObject({
      code: 'name_taken',
    })
    await saveQuery(metadata, mei, { id: 'q1', name: 'ROI 总', sql: 'select 1' })
    expect((await restoreQuery(metadata, mei, 'q7')).name).toBe('roi')
    const kept = await db
      .selectFrom('saved_query')
      .select(['modified_by', 'revision'])
      .where('id', '=', 'q6')
      .executeTakeFirstOrThrow()
    expect(kept).toEqual({ modified_by: id, revision: 1 })
    const told = await readHistory(db, savedQueries, mei, 'q6')
    expect(told).toEqual([{ at: at(6), by: expect.any(String), action: 'add', changes: [] }])
  })
})
