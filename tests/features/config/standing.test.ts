// Points that are checked until a day, or retired from one on: kept by saves, told to whose things use them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReportInfo } from '#semantic/model/types.ts'
import { businessDay } from '#shared/businessDay.ts'
import { dayNumber, dayText } from '#shared/day.ts'
import { describeStores } from '#tests/factories/stores.ts'
import * as calls from '#features/config/contract.ts'
import { readDefinitions } from '#features/config/server/index.ts'
import { listInbox } from '#features/inbox/contract.ts'
import { explainColumns, getReportDataByInfo, getReportQueryParam } from '#features/statement/contract.ts'
import { makeOffice, type Office } from '../statement/office.ts'

describeStores('a point’s standing', (store) => {
  let office: Office
  let other: Office['admin']
  let today: string
  beforeAll(async () => {
    office = await makeOffice({ metadata: (await store.make()).metadata })
    other = await office.person({ keys: ['search_config'] })
    today = businessDay(office.deps.settings)
  })
  afterAll(() => office?.dispose())

  const later = (days: number) => dayText(dayNumber(today) + days)
  const mark = (body: object, by = office.admin) =>
    by.call<{ people: number; revision: number }>(calls.markPoint, { body })
  const save = (body: object) => office.admin.call<{ info: object }>(calls.addOrUpdateAnaPoint, { body })
  const infoOf = async (id: number) =>
    (await readDefinitions(office.deps.metadata.db)).points.find((point) => point.id === id)?.info
  const history = async (id: number) =>
    (
      await office.admin.call<calls.DefinitionHistory>(calls.definitionHistory, {
        params: { kind: 'point', id },
      })
    ).data

  it('stays through saves that change no computation, and ends with one that does', async () => {
    const { minutes } = office.points
    const by = office.admin.user.username
    const verified = { by, at: today, until: later(30) }
    expect((await mark({ id: minutes, verifiedUntil: later(30) })).envelope?.isSuccess).toBe(true)
    expect(await infoOf(minutes)).toMatchObject({ verified })
    // The form sends the settings whole; what it sends of the standing counts for nothing.
    const forged = {
      aggregate: 'sum',
      format: 'integer',
      unit: '分',
      verified: { by: '别人', at: '', until: '2999-01-01' },
    }
    await save({ id: minutes, describe: '新的说明', info: forged })
    expect(await infoOf(minutes)).toMatchObject({ unit: '分', verified })
    const { data } = await office.admin.call<{ points: object[] }>(explainColumns, {
      body: { points: [minutes] },
    })
    expect(data.points).toMatchObject([{ verified }])
    await save({ id: minutes, name_sql: 'minutes * 2' })
    expect(await infoOf(minutes)).not.toHaveProperty('verified')
    const [ended, , checked] = await history(minutes)
    expect(JSON.stringify(checked?.changes)).toContain(`核对：${by}，至 ${later(30)}`)
    expect(JSON.stringify(ended?.changes)).toContain('核对')
    const back = { kind: 'point', id: minutes, change: checked?.change }
    await office.admin.call(calls.backToChange, { body: back })
    const past = await mark({ id: minutes, verifiedUntil: later(-1) })
    expect(past.envelope?.msg).toContain('今天或以后')
    expect((await mark({ id: minutes, verifiedUntil: null }, await office.person({ keys: [] }))).status).toBe(
      403,
    )
  })

  it('when retired tells each of their own things alone, is offered for nothing new, and still computes', async () => {
    const { db } = office.deps.metadata
    const { revenue, arpu } = office.points
    const view = await db
      .insertInto('view_meta')
      .values({ name: '别人的', type_id: office.folder, position: 2, owner_id: other.id, shared: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = {
      view_meta_id: view.id,
      report_name: '秘密报表',
      remark: '',
      position: 1,
      owner_id: other.id,
    }
    const info = JSON.stringify(office.info({ points: [arpu] } as Partial<ReportInfo>))
    await db
      .insertInto('report')
      .values({ ...row, info, modified_at: '2026-10-04T00:00:00.000Z' })
      .execute()
    const dry = (await mark({ id: revenue, dryRun: true })).data
    expect(await infoOf(revenue)).not.toHaveProperty('retired')
    const done = (await mark({ id: revenue, retiredFrom: later(10), note: '改用净额' })).data
    expect([dry.people, done.people]).toEqual([1, 1])
    const inbox = await other.call(listInbox)
    expect(inbox.text).toContain(`指标「充值金额」自 ${later(10)} 停用`)
    expect(inbox.text).toContain('报表「别人的 / 秘密报表」')
    expect((await office.admin.call(listInbox)).text).not.toContain('秘密报表')
    const { data } = await other.call<{ points: { id: number; retired?: { note: string } }[] }>(
      getReportQueryParam,
      {
        params: { reportId: 0 },
      },
    )
    expect(data.points.find(({ id }) => id === revenue)?.retired?.note).toBe('改用净额')
    const total = await other.call<{ summary: unknown[] }>(getReportDataByInfo, {
      body: { info: office.info({ dims: [], points: [revenue] }) },
    })
    expect(total.data.summary[0]).toEqual(expect.any(Number))
    await mark({ id: revenue, retiredFrom: null })
    expect(await infoOf(revenue)).not.toHaveProperty('retired')
  })
})
