// Custom reports as objects: names, concurrent edits, deletion and its undo, history; on both stores.
import { expect, it } from 'vitest'
import type { SessionUser } from '#server/http/session.ts'
import { readHistory } from '#server/objects/history.ts'
import { presentUser } from '#server/people.ts'
import { describeStores } from '#tests/factories/stores.ts'
import { customReports } from '#features/custom/server/objectKind.ts'
import { type CustomChange, deleteReport, listReports, saveReport } from '#features/custom/server/reports.ts'
import { authorityOf, createUser, upsertRole } from '#features/session/server/index.ts'

describeStores('custom reports', (store) => {
  async function open() {
    const metadata = await store.open()
    const roleId = await upsertRole(
      metadata.db,
      'sql',
      authorityOf(['search_sqlQuery', 'search_customReport']),
    )
    const person = async (name: string) => {
      const email = `${name}@example.com`
      const id = await createUser(metadata.db, { email, passwordHash: 'p', roleId, games: 'all' })
      return (await presentUser(metadata.db, id)) as SessionUser
    }
    const [mei, lan] = [await person('mei'), await person('lan')]
    const save = (change: Partial<CustomChange> = {}, by = mei) =>
      saveReport(metadata, by, {
        name: '访问',
        sql: 'select 1',
        params: [],
        chart: null,
        published: true,
        ...change,
      })
    return { metadata, mei, lan, save }
  }

  it('have names of their own in each folder of their publisher, whatever case and width', async () => {
    const { metadata, mei, lan, save } = await open()
    const taken = { code: 'name_taken', data: { fields: { name: expect.stringContaining('同名') } } }
    const { id } = await save({ name: 'ROI' })
    await expect(save({ name: 'ｒoi', published: false })).rejects.toMatchObject(taken)
    await save({ name: 'ROI' }, lan)
    await save({ name: 'ROI', folder: '投放' })
    await deleteReport(metadata, mei, id, false)
    await save({ name: 'roi' })
    await expect(deleteReport(metadata, mei, id, true)).rejects.toMatchObject(taken)
  })

  it('come back as they were, once or twice', async () => {
    const { metadata, mei, lan, save } = await open()
    await save()
    const [before] = await listReports(metadata, mei)
    const id = before?.id ?? ''
    await deleteReport(metadata, mei, id, false)
    await expect(deleteReport(metadata, mei, id, false)).rejects.toMatchObject({ code: 'object_missing' })
    await expect(deleteReport(metadata, lan, id, true)).rejects.toMatchObject({ code: 'object_missing' })
    await deleteReport(metadata, mei, id, true)
    await deleteReport(metadata, mei, id, true)
    expect(await listReports(metadata, mei)).toEqual([before])
  })

  it('let one of two editors through, and lose nothing to a save that changes nothing', async () => {
    const { save } = await open()
    const { id, version } = await save()
    const both = await Promise.allSettled([
      save({ id, version, name: '甲' }),
      save({ id, version, name: '乙' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = both.find((one) => one.status === 'rejected')
    expect(refused).toMatchObject({ reason: { code: 'object_conflict' } })
    const present = await save({ id, name: '丙' })
    expect(await save({ id, version, name: '丙' })).toEqual(present)
  })

  it('tell who changed what, newest first, and the audit when they came to readers', async () => {
    const { metadata, mei, lan, save } = await open()
    const { id } = await save({ published: false })
    await save({ id, describe: '按天', published: true })
    await deleteReport(metadata, mei, id, false)
    await deleteReport(metadata, mei, id, true)
    const told = await readHistory(metadata.db, customReports, lan, id)
    expect(told.map(({ by, action }) => [by, action])).toEqual(
      ['restore', 'delete', 'change', 'add'].map((action) => ['mei', action]),
    )
    expect(told[2]?.changes).toEqual([
      { field: 'describe', title: '说明', from: '', to: '按天' },
      { field: 'published', title: '状态', from: '草稿', to: '已发布' },
    ])
    const rows = await metadata.db.selectFrom('audit').select('action').orderBy('id').execute()
    expect(rows.map(({ action }) => action)).toEqual([
      'customReport.add',
      'customReport.change',
      'custom.publish',
      'customReport.delete',
      'customReport.restore',
    ])
  })
})
