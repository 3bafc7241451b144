// Migrating an installation in which folders, views, reports and calendar notes were no objects yet: owners, sharing
// and order stay, and deleted ones can still be restored.
import type { Kysely } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { openMetadata } from '#server/metadata/open.ts'
import type { Table } from '#server/metadata/table.ts'
import type { PastHistory } from '#shared/changeHistory.ts'
import { type House, makeHouse } from '#tests/factories/house.ts'
import { describeStores, silentLog } from '#tests/factories/stores.ts'
import { type CalendarNote, deleteCalendarNote, getCalendar } from '#features/calendar/contract.ts'
import {
  addOrUpdateReportMeta,
  addOrUpdateViewMeta,
  addOrUpdateViewType,
  getReportByViewMetaId,
  getViewMeta,
  type Report,
  treeBack,
  treeHistory,
  type ViewType,
} from '#features/statement/contract.ts'
import { tables } from '../../../src/main-tables.ts'

const becoming = '0047-views-as-objects'

/** The tables as the releases before declared them. */
const earlier = (name: string): Table[] =>
  tables
    .filter(({ made }) => made < name)
    .map((table) => ({
      ...table,
      columns: Object.fromEntries(
        Object.entries(table.columns).filter(([, { since }]) => !since || since.migration < name),
      ),
      changes: Object.fromEntries(Object.entries(table.changes).filter(([change]) => change < name)),
    }))

const long = '2020-05-01T00:00:00.000Z'
type Row = Record<string, string | number | null>

async function fill(db: Kysely<Record<string, Row>>): Promise<void> {
  const insert = (table: string, rows: Row[]) => db.insertInto(table).values(rows).execute()
  await insert('role', [{ name: '旧', authority_info: '{}' }])
  const user = { password_hash: 'p', role_id: 1, games: '"*"', disabled: 0, created_at: long }
  await insert('user', [
    { ...user, email: 'li@example.com', username: 'li' },
    { ...user, email: 'wang@example.com', username: 'wang' },
  ])
  const folder = { owner_id: 1, deleted_at: null, parent_id: null }
  await insert('view_type', [
    { ...folder, name: '甲', position: 2 },
    { ...folder, name: '乙', position: 1, owner_id: 2 },
    { ...folder, name: '甲之内', position: 1, parent_id: 1 },
    { ...folder, name: '旧夹', position: 3, deleted_at: long },
  ])
  const view = { type_id: 1, owner_id: 1, shared: 1, deleted_at: null }
  await insert('view_meta', [
    { ...view, name: '共享的', position: 2 },
    { ...view, name: '私有的', position: 1, shared: 0, owner_id: 2 },
    { ...view, name: '删掉的', position: 3, deleted_at: long },
  ])
  const info = JSON.stringify({ dims: [], points: [] })
  const report = { owner_id: 1, remark: '', info, modified_at: long, modified_by: null, deleted_at: null }
  await insert('report', [
    { ...report, view_meta_id: 1, report_name: '二', position: 2, remark: '口径', modified_by: 2 },
    { ...report, view_meta_id: 1, report_name: '一', position: 1 },
    { ...report, view_meta_id: 1, report_name: '旧的', position: 3, deleted_at: long },
    { ...report, view_meta_id: 3, report_name: '随视图', position: 1 },
    { ...report, view_meta_id: 3, report_name: '先删的', position: 2, deleted_at: long },
  ])
  const note = { day: '2026-05-20', until: null, cgi: null, kind: 'version', text: '', owner_id: 1 }
  await insert('calendar_note', [
    { ...note, title: '在', created_at: long, deleted_at: null },
    { ...note, title: '删', created_at: long, deleted_at: long },
  ])
}

/** What somebody who was there already calls with. */
async function signIn({ app, deps, send }: House, id: number) {
  const session = await app.sessions.start(deps.metadata.db, id, '127.0.0.1', 'test')
  return {
    call: <Data>(definition: Parameters<House['send']>[0], input?: Parameters<House['send']>[1]) =>
      send<Data>(definition, input, { cookie: `session=${session}` }),
  }
}
type Caller = Awaited<ReturnType<typeof signIn>>

describeStores('folders, views, reports and notes of an older installation', (store) => {
  let dispose = async () => {}
  afterAll(() => dispose())

  async function opened(from = becoming) {
    const settings = await store.make('empty')
    const before = await openMetadata(settings, silentLog, earlier(from))
    await fill(before.db as unknown as Kysely<Record<string, Row>>)
    await before.stop()
    const house = await makeHouse(settings)
    dispose = () => house.dispose()
    return { db: house.deps.metadata.db, li: await signIn(house, 1), wang: await signIn(house, 2) }
  }

  it('are all there, and what was deleted comes back', async () => {
    const { db, li, wang } = await opened()
    const tree = async (person: Caller) => (await person.call<ViewType[]>(getViewMeta, { body: {} })).data
    const shape = (folders: ViewType[]) =>
      folders.map(({ name, parentId, owner, metas }) => [
        name,
        parentId,
        owner,
        metas.map((meta) => `${meta.name} ${meta.owner} ${meta.shared}`),
      ])
    expect(shape(await tree(wang))).toEqual([
      ['乙', null, 'wang', []],
      ['甲之内', 1, 'li', []],
      ['甲', null, 'li', ['私有的 wang false', '共享的 li true']],
    ])
    expect((await tree(li)).flatMap(({ metas }) => metas.map(({ name }) => name))).toEqual(['共享的'])
    const reports = async (id: number) =>
      (await li.call<Report[]>(getReportByViewMetaId, { params: { id } })).data
    expect((await reports(1)).map((one) => [one.reportName, one.remark, one.owner, one.revision])).toEqual([
      ['一', '', 'li', 1],
      ['二', '口径', 'li', 1],
    ])
    const authors = await db.selectFrom('report').select(['modified_by', 'author_id']).orderBy('id').execute()
    expect(authors.slice(0, 2)).toEqual([
      { modified_by: 2, author_id: 2 },
      { modified_by: 1, author_id: null },
    ])

    await li.call(addOrUpdateViewType, { body: { id: 4, restored: true } })
    await li.call(addOrUpdateViewMeta, { body: { id: 3, restored: true } })
    expect((await reports(3)).map(({ reportName }) => reportName)).toEqual(['随视图'])
    for (const id of [3, 5]) await li.call(addOrUpdateReportMeta, { body: { id, restored: true } })
    expect((await reports(1)).map(({ reportName }) => reportName)).toEqual(['一', '二', '旧的'])
    expect((await reports(3)).map(({ reportName }) => reportName)).toEqual(['随视图', '先删的'])
    expect((await tree(li)).map(({ name }) => name)).toContain('旧夹')
    const notes = async () =>
      (
        await li.call<{ notes: CalendarNote[] }>(getCalendar, { params: { from: 2026, to: 2026 } })
      ).data.notes.map(({ title }) => title)
    expect(await notes()).toEqual(['在'])
    await li.call(deleteCalendarNote, { params: { id: 2 }, body: { restored: true } })
    expect(await notes()).toEqual(['在', '删'])
  })

  it('are seen by the same people once they can be shared by name', async () => {
    const { db, li, wang } = await opened('0063-who-sees')
    const names = async (person: Caller) => {
      const tree = (await person.call<ViewType[]>(getViewMeta, { body: {} })).data
      return tree.map(({ name, parentId, metas }) => [name, parentId, metas.map((meta) => meta.name)])
    }
    const folders = (metas: string[]) => [
      ['乙', null, []],
      ['甲之内', 1, []],
      ['甲', null, metas],
    ]
    expect(await names(wang)).toEqual(folders(['私有的', '共享的']))
    expect(await names(li)).toEqual(folders(['共享的']))
    const rows = await db.selectFrom('view_meta').select(['grants', 'within']).distinct().execute()
    expect(rows).toEqual([{ grants: '[]', within: '["see:*"]' }])
  })

  it('have a history from their first change on, which leads back to how they were found', async () => {
    const { li } = await opened()
    await li.call(addOrUpdateViewMeta, { body: { id: 1, name: '改过' } })
    const params = { kind: 'viewMeta', id: 1 }
    const history = (await li.call<PastHistory>(treeHistory, { params })).data
    expect(history.map(({ action, at, back }) => [action, at === '', back])).toEqual([
      ['change', false, false],
      ['add', true, true],
    ])
    await li.call(treeBack, { body: { kind: 'viewMeta', id: 1, change: 0 } })
    const [, , folder] = (await li.call<ViewType[]>(getViewMeta, { body: {} })).data
    expect(folder?.metas.map(({ name }) => name)).toEqual(['共享的'])
  })
})
