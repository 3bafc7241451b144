// Publishing the white list into the warehouse: preview, publication and withdrawal, also concurrent, killed half-way
// or on a full disk. The published list is always complete.
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { dropOwnTables } from '#server/warehouse/ownTable.ts'
import { readManifest, warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'
import { hasClickHouse } from '#tests/factories/clickhouse.ts'
import { type Engine, engines } from '#tests/factories/engines.ts'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import { rowsOf } from '#tests/factories/warehouse.ts'
import { querySql, type Run } from '#features/code/contract.ts'
import * as calls from '#features/lists/contract.ts'
import { publishWhiteList } from '#features/lists/server/white/publishing.ts'
import { type ListsHouse, makeListsHouse } from './listsHouse.ts'

function publishing(
  make: () => Promise<ListsHouse>,
  { dialect, clause }: Pick<Engine, 'dialect' | 'clause'>,
) {
  let house: ListsHouse
  let all: Person
  let some: Person
  beforeAll(async () => {
    house = await make()
    all = await house.editor()
    some = await house.editor(['a'])
  })
  beforeEach(async () => {
    const { db } = house.deps.metadata
    await db.deleteFrom('white_entry').execute()
    await db.deleteFrom('white_publication').execute()
    await dropOwnTables(house.deps, ['white_list'])
    await seen(false)
  })
  afterAll(() => house?.dispose())

  /** The warehouse learns of publications by looking. */
  const seen = (there: boolean) =>
    vi.waitFor(() =>
      expect(house.deps.warehouse.tables().some(({ name }) => name === 'white_list')).toBe(there),
    )
  /** Tells whether the table was written anew. */
  const generation = async () => {
    const { writer } = house.deps.warehouse
    return writer
      ? writer.idOf('white_list')
      : (await readManifest(warehouseFolder(house.dataDir))).generation
  }

  const add = async (cgi: string, value: string, more: Record<string, unknown> = {}) =>
    (
      await all.call<calls.ListEntry>(calls.addOrUpdateWhiteList, {
        body: { id: -1, cgi, kind: 'player', value, ...more },
      })
    ).data
  const preview = async (by = all) => (await by.call<calls.PublicationPreview>(calls.previewWhiteList)).data
  const commit = (by = all, digest?: string) =>
    by.call<calls.Publication>(calls.commitWhiteListDataToMaxCompute, { body: { digest } })
  const published = async () => {
    const sql = 'SELECT cgi, value, reason FROM white_list ORDER BY cgi, value'
    return rowsOf((await house.deps.warehouse.run({ sql, pool: 'report' })).chunks)
  }
  /** Until the warehouse has learned of it. */
  const shows = (values: readonly string[]) =>
    vi.waitFor(async () => expect((await published()).map(([, value]) => value)).toEqual(values))
  const publications = async (by = all) =>
    (await by.call<calls.Publication[]>(calls.listWhitePublications)).data
  const undo = (id: number, by = all) =>
    by.call<calls.Publication>(calls.undoWhitePublication, { params: { id }, body: {} })

  it('shows what would change, does it, and takes it back', async () => {
    await add('a', 'p1', { reason: '内测' })
    const first = await add('b', 'p2')
    expect(await preview()).toMatchObject({ added: 2, removed: 0, unchanged: 0 })
    expect((await commit(all, (await preview()).digest)).data).toMatchObject({
      status: 'waiting',
      games: '*',
    })
    await house.work()
    expect((await publications())[0]).toMatchObject({
      status: 'done',
      added: 2,
      undoable: true,
      problem: null,
    })
    await shows(['p1', 'p2'])
    expect(await published()).toEqual([
      ['a', 'p1', '内测'],
      ['b', 'p2', ''],
    ])
    await add('b', 'p3')
    await all.call(calls.deleteWhiteEntry, { params: { id: first.id }, body: {} })
    const next = await preview()
    expect(next.rows.map(({ value, change }) => [value, change])).toEqual([
      ['p2', 'removed'],
      ['p3', 'added'],
    ])
    const file = await all.call(calls.exportWhiteListPreview, { body: {} })
    expect(file.text).toBe(
      '\ufeff变化,游戏,类型,值,原因,有效期至\r\n移除,b,player,p2,"",""\r\n新增,b,player,p3,"",""\r\n',
    )
    const { id } = (await commit(all, next.digest)).data
    await house.work()
    await shows(['p1', 'p3'])
    await undo(id)
    await house.work()
    await shows(['p1', 'p2'])
    expect((await publications()).map(({ status, undoes }) => [status, undoes])).toEqual([
      ['done', id],
      ['undone', null],
      ['done', null],
    ])
    expect((await preview()).rows).toHaveLength(2)
  })

  it('is refused where what was shown is no more', async () => {
    await add('a', 'p1')
    const { digest } = await preview()
    await add('a', 'p2')
    expect((await commit(all, digest)).envelope?.code).toBe('object_conflict')
    const { digest: newer } = await preview()
    const { id } = (await commit(all, newer)).data
    await house.deps.metadata.db
      .updateTable('white_entry')
      .set({ reason: '改了' })
      .where('value', '=', 'p1')
      .execute()
    await house.work()
    const [last] = await publications()
    expect(last).toMatchObject({ id, status: 'failed', problem: expect.stringContaining('请重新预览') })
  })

  it('is of its orderer’s games, and leaves the others’ rows as they stand', async () => {
    await add('a', 'p1')
    await add('b', 'canary-b')
    await commit()
    await house.work()
    await add('b', 'unpublished-b')
    await add('a', 'p2')
    const seen = await some.call(calls.previewWhiteList)
    expect(seen.text).not.toMatch(/-b/)
    expect(await publications(some)).toEqual([])
    const { id } = (await commit(some)).data
    await house.work()
    await shows(['p1', 'p2', 'canary-b'])
    expect((await publications(some)).map((one) => one.id)).toEqual([id])
    const [, first] = await publications()
    expect(first?.undoable).toBe(false)
    expect((await undo(first?.id ?? 0)).envelope?.msg).toContain('之后又有新的发布')
    expect((await undo(first?.id ?? 0, some)).status).toBe(404)
    await undo(id, some)
    await house.work()
    await shows(['p1', 'canary-b'])
  })

  it('gives readers of SQL the rows of their games', async () => {
    await add('a', 'p1')
    await add('b', 'canary-b')
    await commit()
    await house.work()
    const reader = await house.person({ keys: ['search_sqlQuery'], games: ['a'] })
    const run = await reader.call<Run>(querySql, { body: { sql: 'select cgi, value from white_list' } })
    expect(run.text).toContain('p1')
    expect(run.text).not.toContain('canary-b')
    const declared = await house.deps.metadata.db
      .selectFrom('point_table')
      .select('game_column')
      .where('table_truename', '=', 'white_list')
      .execute()
    expect(declared).toEqual([{ game_column: 'cgi' }])
  })

  it('holds both where two are ordered at once', async () => {
    await add('a', 'p1')
    await add('b', 'p2')
    const other = await house.editor(['b'])
    const both = await Promise.all([commit(some), commit(other)])
    expect(both.map(({ data }) => data.status)).toEqual(['waiting', 'waiting'])
    await house.work()
    await house.work()
    await shows(['p1', 'p2'])
  })

  it('is told as done, and can be taken back, where it was killed after it came into force', async () => {
    await add('a', 'p1')
    const { id } = (await commit()).data
    await house.work()
    const { db } = house.deps.metadata
    // As the kill would have left it: in force, and not noted as done.
    await db.updateTable('white_publication').set({ status: 'running' }).where('id', '=', id).execute()
    const before = await generation()
    await house.app.jobs.enqueue({ kind: publishWhiteList, payload: { publication: id }, userId: all.id })
    await house.work()
    expect(await generation()).toBe(before)
    expect((await publications())[0]).toMatchObject({ status: 'done', added: 1, undoable: true })
    await undo(id)
    await house.work()
    await shows([])
  })

  it.skipIf(dialect === 'clickhouse')(
    'leaves what is published as it was where it can’t be written',
    async () => {
      await add('a', 'p1')
      await commit()
      await house.work()
      // The warehouse may not look while the file is away.
      await shows(['p1'])
      await add('a', 'p2')
      const before = await generation()
      // What it must bring over can't be read.
      const folder = warehouseFolder(house.dataDir)
      const { tables } = await readManifest(folder)
      const file = join(folder, tables.find(({ name }) => name === 'white_list')?.file ?? '')
      renameSync(file, `${file}.aside`)
      const { id } = (await commit()).data
      await house.work()
      renameSync(`${file}.aside`, file)
      expect([(await published()).map(([, value]) => value), await generation()]).toEqual([['p1'], before])
      expect((await publications())[0]).toMatchObject({ id, status: 'waiting', undoable: false })
    },
  )

  it('never takes the place of another table of that name', async () => {
    await house.publish([`CREATE TABLE white_list${clause} AS SELECT 'mine' AS name`])
    await seen(true)
    expect((await commit()).envelope?.msg).toContain('已有另一张名为 white_list 的表')
    expect((await all.call(calls.previewWhiteList)).envelope?.isSuccess).toBe(false)
  })
}

const [duckdb, clickhouse] = engines
describeStores('publishing the white list', (store) => publishing(() => makeListsHouse(store), duckdb))
describe.skipIf(!hasClickHouse)('publishing the white list (clickhouse)', () =>
  publishing(async () => makeListsHouse(null, await clickhouse.options()), clickhouse),
)
