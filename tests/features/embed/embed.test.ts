// Embeds through the calls: available only while shared, never more than shared, in the games of their makers.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readInstallation } from '#server/installation.ts'
import type { Person } from '#tests/factories/house.ts'
import { replaceReportPoint } from '#features/config/contract.ts'
import {
  applyDefinitions,
  type DefinitionsFile,
  exportDefinitions,
  previewDefinitions,
} from '#features/definitions/contract.ts'
import {
  type Embed,
  type EmbeddedView,
  type EmbedSettings,
  mostEmbedFilters,
  openEmbed,
  readEmbed,
  readEmbedReport,
  renewEmbed,
  saveEmbed,
  standardSettings,
} from '#features/embed/contract.ts'
import { setDisabled, upsertRole } from '#features/session/server/index.ts'
import {
  addOrUpdateReportMeta,
  addOrUpdateViewMeta,
  deleteViewMeta,
  type ReportTable,
} from '#features/statement/contract.ts'
import { lookUpTrace, type TraceEntry } from '#features/trace/contract.ts'
import { makeOffice, type Office } from '../statement/office.ts'

interface Figures {
  table: ReportTable
  labels: Record<string, Record<string, string>>
  years: { year: number }[]
}

let office: Office
let owner: Person
/** Of `owner`'s own: a report by channel, and one by date of the same points. */
let view: number
let byChannel: number
let byDate: number
const web = mkdtempSync(join(tmpdir(), 'web-'))

beforeAll(async () => {
  writeFileSync(join(web, 'index.html'), '<html><title>t</title>the product</html>')
  writeFileSync(join(web, 'embed.html'), '<html><title>t</title>an embed</html>')
  const installation = readInstallation({
    frameAncestors: ['https://portal.example.com', 'https://*.partner.example'],
  })
  office = await makeOffice({ webFolder: web, settings: { installation } })
  await office.deps.metadata.db.insertInto('game').values({ cgi: 'a', name: '云海仙途' }).execute()
})
afterAll(async () => {
  await office.dispose()
  rmSync(web, { recursive: true })
})

const addReport = async (person: Person, viewMetaId: number, name: string, info: object) =>
  (
    await person.call<{ id: number }>(addOrUpdateReportMeta, {
      body: { viewMetaId, reportName: name, info: office.info(info) },
    })
  ).data.id

beforeEach(async () => {
  owner = await office.person({ games: ['a'] })
  view = (await owner.call<{ id: number }>(addOrUpdateViewMeta, { body: { name: '对外' } })).data.id
  const { dims, points } = office
  byChannel = await addReport(owner, view, '分渠道', {
    dims: [dims.channel],
    points: [points.minutes, points.revenue],
  })
  byDate = await addReport(owner, view, '按日', { compare: 'previous' })
})

const save = async (change: object, person = owner) =>
  (await person.call<Embed>(saveEmbed, { body: { viewId: view, ...change } })).data
const share = async (settings: Partial<EmbedSettings> = {}, person = owner) =>
  (await save({ enabled: true, settings: { ...standardSettings, ...settings } }, person)).id as string
const open = (id: string) => office.send<EmbeddedView>(openEmbed, { params: { id } })
const figures = (id: string, query: object = {}, reportId: number | string = byChannel) =>
  office.send<Figures>(readEmbedReport, { params: { id, reportId }, query })
const cells = async (id: string, query: object = {}, reportId = byChannel) =>
  (await figures(id, query, reportId)).data.table

it('has its owner’s rows as their rules are now', async () => {
  const id = await share()
  const { db } = office.deps.metadata
  const rule = { dim: office.dims.channel, how: 'except', values: ['web', null], open: false }
  const before = JSON.stringify(await cells(id))
  expect(before).toContain('web')
  await db
    .updateTable('user')
    .set({ row_rules: JSON.stringify([rule]) })
    .where('id', '=', owner.id)
    .execute()
  const after = JSON.stringify(await cells(id))
  expect(after).not.toContain('web')
  expect(after).toContain('store')
})

describe('an id that is not shared', () => {
  const never = () => `e${randomBytes(24).toString('base64url')}`

  it.each<[string, () => Promise<string>]>([
    ['guessed', async () => never()],
    ['numeric', async () => String(view)],
    ['a view of which nothing is shared', async () => String(office.view)],
    ['of another shape', async () => "' or 1=1 --"],
    [
      'disabled',
      async () => {
        const id = await share()
        await save({ enabled: false })
        return id
      },
    ],
    [
      'renewed',
      async () => {
        const id = await share()
        await owner.call(renewEmbed, { params: { viewId: view }, body: {} })
        return id
      },
    ],
    [
      'of a deleted view',
      async () => {
        const id = await share()
        await owner.call(deleteViewMeta, { params: { id: view }, body: {} })
        return id
      },
    ],
    [
      'of an owner who is disabled',
      async () => {
        const id = await share()
        await setDisabled(office.deps.metadata.db, owner.id, true)
        return id
      },
    ],
    [
      'of an owner who may no longer change the view',
      async () => {
        const configurer = await office.person({ keys: ['search_config'] })
        view = office.view
        const id = await share({}, configurer)
        expect((await open(id)).status).toBe(200)
        await upsertRole(office.deps.metadata.db, configurer.user.roleName, {})
        return id
      },
    ],
  ])('%s answers like one that never was, to both calls, with or without a session', async (_, make) => {
    const id = await make()
    const missing = await open(never())
    expect([missing.status, missing.envelope?.code]).toEqual([404, 'object_missing'])
    const { cookie } = await office.person({ keys: ['search_config'] })
    const answers = [
      await open(id),
      await figures(id),
      await figures(id, { f: 'nonsense' }),
      await office.send(openEmbed, { params: { id } }, { cookie }),
      await office.send(openEmbed, { params: { id } }, { cookie: owner.cookie }),
    ]
    for (const answer of answers) {
      expect([answer.status, answer.text]).toEqual([404, missing.text])
      expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(missing.headers).sort())
    }
  })

  it('runs no statement', async () => {
    const queries = vi.spyOn(office.deps.warehouse, 'run')
    await figures(never())
    await figures(String(view))
    expect(queries).not.toHaveBeenCalled()
    queries.mockRestore()
  })
})

describe('a shared view', () => {
  it('shows its reports and their figures, and neither SQL, conditions nor people', async () => {
    const id = await share({
      filters: [{ dim: office.dims.state, op: 'notIn', values: ['secret customer'] }],
    })
    const opened = await open(id)
    expect(opened.data.name).toBe('对外')
    expect(opened.data.reports.map(({ name }) => name)).toEqual(['分渠道', '按日'])
    await save({ settings: standardSettings })
    const answer = await figures(id)
    expect(answer.data.table.sql).toBe('')
    expect(answer.data.labels).toEqual({ [office.dictionary]: { web: '官网', store: '应用商店' } })
    for (const { text } of [opened, answer]) {
      expect(text).not.toContain('secret customer')
      expect(text).not.toContain('SELECT')
      expect(text).not.toContain(owner.email)
      expect(text).not.toContain(owner.user.username)
    }
  })

  it('has the same answer whoever looks at it', async () => {
    const id = await share()
    const stranger = (await figures(id)).data.table
    const { cookie } = await office.person({ keys: ['search_config'] })
    const answer = await office.send<Figures>(
      readEmbedReport,
      { params: { id, reportId: byChannel } },
      { cookie },
    )
    expect(answer.data.table.data).toEqual(stranger.data)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('has its owner’s games as they are now, and none of others', async () => {
    const id = await share()
    // Games b and c: 900 and 7, players 3 and 9, channels gold; see the office's rows.
    const text = (await figures(id)).text + (await figures(id, {}, byDate)).text
    expect(text).not.toMatch(/900|gold|957|=金矿/)
    expect((await cells(id)).summary).toEqual([null, 80, 150])
    const { db } = office.deps.metadata
    await db.updateTable('user').set({ games: '["b"]' }).where('id', '=', owner.id).execute()
    expect((await cells(id)).summary).toEqual([null, 80, 900])
    await db.updateTable('user').set({ games: '[]' }).where('id', '=', owner.id).execute()
    expect((await cells(id)).rowCount).toBe(0)
  })

  it('has no games that whoever last defined the report may not see', async () => {
    const wide = await office.person({ keys: ['search_config'] })
    const limited = await office.person({ keys: ['search_config'], games: ['a'] })
    view = office.view
    const report = await addReport(wide, view, '全部', {
      dims: [office.dims.game],
      points: [office.points.orders],
    })
    const id = await share({}, wide)
    expect((await cells(id, {}, report)).rowCount).toBe(3)
    const { dims, points } = office
    const info = office.info({ dims: [dims.game, dims.channel], points: [points.orders] })
    await limited.call(addOrUpdateReportMeta, { body: { id: report, info } })
    const table = await cells(id, {}, report)
    expect(new Set(table.data[0])).toEqual(new Set(['a']))
  })

  it('has no games that whoever imported the report’s definition, or replaced its point, may not see', async () => {
    const wide = await office.person({ keys: ['search_config'] })
    const limited = await office.person({ keys: ['search_config'], games: ['a'] })
    const { dims, points } = office
    view = (await wide.call<{ id: number }>(addOrUpdateViewMeta, { body: { name: '带来的', shared: true } }))
      .data.id
    const imported = await addReport(wide, view, '导入', { dims: [dims.game], points: [points.orders] })
    const replaced = await addReport(wide, view, '替换', { dims: [dims.game], points: [points.orders] })
    const id = await share({}, wide)
    const gamesOf = async (report: number) => (await cells(id, {}, report)).data[0]
    expect(await gamesOf(imported)).toEqual(['a', 'b', 'c'])

    const exported = await limited.call(exportDefinitions, { body: { viewIds: [view] } })
    const file = JSON.parse(exported.text) as DefinitionsFile
    for (const { reportName, info } of file.views[0]?.reports ?? [])
      if (reportName === '导入') info.order = [{ key: `d${info.dims[0]}`, desc: false }]
    const { digest } = (await limited.call<{ digest: string }>(previewDefinitions, { body: { file } })).data
    await limited.call(applyDefinitions, { body: { file, keys: ['report:0.0'], digest } })
    expect(await gamesOf(imported)).toEqual(['a'])
    expect(await gamesOf(replaced)).toEqual(['a', 'b', 'c'])

    await limited.call(replaceReportPoint, { body: { from: points.orders, to: points.revenue } })
    expect(await gamesOf(replaced)).toEqual(['a'])
  })

  it('is not opened by who replaces a point to what its author may not see', async () => {
    const wide = await office.person({ keys: ['search_config'] })
    const limited = await office.person({ keys: ['search_config'], games: ['a'] })
    const { dims, points } = office
    view = (await wide.call<{ id: number }>(addOrUpdateViewMeta, { body: { name: '共有的', shared: true } }))
      .data.id
    const report = await addReport(limited, view, '有限的', { dims: [dims.game], points: [points.players] })
    const id = await share({}, wide)
    await wide.call(replaceReportPoint, { body: { from: points.players, to: points.minutes } })
    expect((await cells(id, {}, report)).data[0]).toEqual(['a'])
  })

  it('belongs to who set its limits last', async () => {
    view = office.view
    const wide = await office.person({ keys: ['search_config'] })
    const limited = await office.person({ keys: ['search_config'], games: ['b'] })
    const id = await share({}, wide)
    expect((await cells(id, {}, office.report)).summary).toEqual([null, 160])
    // Switching on what is on changes nothing; new limits make another its owner.
    await save({ enabled: true }, limited)
    expect((await cells(id, {}, office.report)).summary).toEqual([null, 160])
    const taken = await save({ settings: standardSettings }, limited)
    expect([taken.own, taken.owner]).toEqual([true, limited.user.username])
    expect((await cells(id, {}, office.report)).summary).toEqual([null, 80])
    await save({ enabled: false }, wide)
  })

  it('shows the chosen reports alone', async () => {
    const id = await share({ reports: [byDate] })
    expect((await open(id)).data.reports.map((report) => report.id)).toEqual([byDate])
    const missing = await figures('none')
    expect((await figures(id)).text).toBe(missing.text)
    expect((await figures(id, {}, office.report)).text).toBe(missing.text)
    expect((await figures(id, {}, 'abc' as never)).text).toBe(missing.text)
  })

  it('says no more than that a report can’t be shown where it fails', async () => {
    const id = await share({ filters: [{ dim: office.dims.state, op: 'in', values: ['paid'] }] })
    // Visits have no state: to leave the condition out would show what is not shared.
    const answer = await figures(id, {}, byDate)
    expect(answer.envelope).toMatchObject({ isSuccess: false, msg: '这张报表暂时无法显示，请联系分享者' })
  })

  it('shows no more rows than its owner says, nor than the product allows', async () => {
    const id = await share({ maxRows: 1 })
    const table = await cells(id)
    expect([table.rowCount, table.truncated]).toEqual([1, true])
    const tooMany = await owner.call(saveEmbed, {
      body: { viewId: view, settings: { ...standardSettings, maxRows: 100_000 } },
    })
    expect(tooMany.status).toBe(400)
  })

  it('is traced to its address and owner, and to no reader', async () => {
    const id = await share()
    const { trace } = await cells(id, {
      f: JSON.stringify([{ dim: office.dims.channel, op: 'in', values: ['web'] }]),
    })
    const manager = await office.person({ keys: ['manage_authority'] })
    const entry = (await manager.call<TraceEntry>(lookUpTrace, { params: { code: trace } })).data
    expect(entry).toMatchObject({
      kind: 'embed',
      user: null,
      reportName: '对外 / 分渠道',
      reportId: byChannel,
    })
    expect(entry.lines).toContain(`嵌入页：由 ${owner.user.username} 共享，地址 ${id}`)
    expect(entry.lines).toContain('筛选：渠道 等于 官网（web）')
  })
})

describe('what the address asks', () => {
  const on = (values: unknown[], op = 'in', dim = office.dims.channel) => ({
    f: JSON.stringify([{ dim, op, values }]),
  })

  const inGroups = (depth: number, count: number) => {
    let parts: unknown[] = Array(count).fill({ dim: office.dims.channel, op: 'in', values: ['web'] })
    for (let level = 0; level < depth; level += 1) parts = [{ any: parts }]
    return { f: JSON.stringify(parts) }
  }

  it('narrows', async () => {
    const id = await share()
    expect((await cells(id, inGroups(3, mostEmbedFilters))).summary).toEqual([null, 70, 100])
    expect((await cells(id, on(['web']))).summary).toEqual([null, 70, 100])
    expect((await cells(id, { from: '2026-10-01', to: '2026-10-01' })).summary).toEqual([null, 30, 100])
  })

  it('never widens the owner’s conditions', async () => {
    const id = await share({ filters: [{ dim: office.dims.channel, op: 'in', values: ['web'] }] })
    expect((await cells(id)).summary).toEqual([null, 70, 100])
    for (const query of [
      on(['store']),
      on(['web', 'store', '', null]),
      on([], 'in'),
      on(['web'], 'notIn'),
      on([], 'isNull'),
      on(['nothing'], 'notIn'),
    ]) {
      const table = await cells(id, query)
      expect(
        table.data[0]?.every((channel) => channel === 'web'),
        JSON.stringify(query),
      ).toBe(true)
    }
  })

  it('never widens the owner’s days, nor the report’s', async () => {
    const fixed = await share({ days: { from: '2026-10-02', to: '2026-10-02' } })
    expect((await cells(fixed)).summary).toEqual([null, 50, 50])
    expect((await cells(fixed, { from: '2000-01-01', to: '2026-12-31' })).summary).toEqual([null, 50, 50])
    expect((await cells(fixed, { range: 'all' })).summary).toEqual([null, 50, 50])
    const outside = await figures(fixed, { from: '2026-10-01', to: '2026-10-01' })
    expect(outside.envelope).toMatchObject({ isSuccess: false, code: 'parameter_wrong' })
    await share({ days: null })
    expect((await cells(fixed, { from: '2000-01-01', to: '2026-10-01' })).range).toEqual({
      from: '2026-10-01',
      to: '2026-10-01',
    })
  })

  it('tells nothing of days that are not shared through a comparison', async () => {
    const id = await share({ days: { from: '2026-10-02', to: '2026-10-03' } })
    expect((await cells(id, {}, byDate)).columns.some(({ role }) => role === 'change')).toBe(true)
    const narrowed = await cells(id, { from: '2026-10-02', to: '2026-10-02' }, byDate)
    expect(narrowed.columns.map(({ role }) => role ?? 'value')).not.toContain('change')
  })

  it('holds on both sides of a comparison by conditions', async () => {
    const { dims, points } = office
    const report = await addReport(owner, view, '对比', {
      dims: [dims.date],
      points: [points.minutes],
      compare: 'filters',
      filters: [{ dim: dims.channel, op: 'in', values: ['web'] }],
      compareFilters: [{ dim: dims.channel, op: 'notIn', values: ['nothing'] }],
    })
    const id = await share({ filters: [{ dim: dims.channel, op: 'in', values: ['web'] }] })
    const table = await cells(id, {}, report)
    const at = table.columns.findIndex(({ role }) => role === 'previous')
    expect(table.summary?.[at]).toBe(table.summary?.[1])
  })

  it.each([
    ['a dimension that the report does not show', () => on(['a'], 'in', office.dims.game)],
    ['a dimension that there is none of', () => on(['a'], 'in', 999_999)],
    ['a point', () => ({ f: JSON.stringify([{ point: 1, op: 'gt', values: [1] }]) })],
    ['groups too deep', () => inGroups(4, 1)],
    ['too many in a group', () => inGroups(1, mostEmbedFilters + 1)],
    ['no JSON', () => ({ f: '{' })],
    ['something else than filters', () => ({ f: '{"dims":[1]}' })],
    ['half a range', () => ({ from: '2026-10-01' })],
    ['a range that runs backwards', () => ({ from: '2026-10-02', to: '2026-10-01' })],
  ])('is refused where it names %s', async (_, query) => {
    const id = await share()
    const answer = await figures(id, query())
    expect(answer.envelope?.isSuccess).toBe(false)
    expect(answer.envelope?.data).toBeNull()
  })

  it('is answered within limits of its own', async () => {
    const id = await share()
    let answer = await open(id)
    for (let asked = 0; asked < 700 && answer.status === 200; asked += 1) {
      answer = await office.app
        .inject({
          url: `/api/s1/embed/view/${id}`,
          remoteAddress: '203.0.113.9',
        })
        .then((reply) => ({ ...answer, status: reply.statusCode, text: reply.payload }))
    }
    expect(answer.status).toBe(429)
    expect(answer.text).toContain('访问过于频繁')
    // Others go on.
    expect((await open(id)).status).toBe(200)
  })
})

describe('the owner’s side', () => {
  it('is off until it is switched on', async () => {
    const before = (await owner.call<Embed>(readEmbed, { params: { viewId: view } })).data
    expect(before).toMatchObject({ id: null, enabled: false, own: true })
    const kept = await save({ settings: standardSettings })
    expect(kept.enabled).toBe(false)
    expect((await open(kept.id as string)).status).toBe(404)
  })

  it('is closed to who may not change the view, and does not exist to who may not see it', async () => {
    const other = await office.person()
    const missing = await other.call(readEmbed, { params: { viewId: 987_654 } })
    const calls: [typeof readEmbed | typeof saveEmbed | typeof renewEmbed, (id: number) => object][] = [
      [readEmbed, (viewId) => ({ params: { viewId } })],
      [saveEmbed, (viewId) => ({ body: { viewId, enabled: true } })],
      [renewEmbed, (viewId) => ({ params: { viewId }, body: {} })],
    ]
    for (const [definition, input] of calls) {
      expect((await other.call(definition, input(view))).text).toBe(missing.text)
      expect((await other.call(definition, input(office.view))).envelope?.code).toBe('permission_missing')
    }
  })

  it('says why nobody can read what is switched on', async () => {
    view = office.view
    const wide = await office.person({ keys: ['search_config'] })
    await share({}, wide)
    await setDisabled(office.deps.metadata.db, wide.id, true)
    const seen = (await office.admin.call<Embed>(readEmbed, { params: { viewId: view } })).data
    expect(seen).toMatchObject({ enabled: true, own: false })
    expect(seen.problem).toContain('停用')
    await save({ enabled: false }, office.admin)
  })

  it('refuses a condition that limits nothing', async () => {
    for (const filter of [
      { dim: office.dims.channel, op: 'in', values: [] },
      { dim: 999_999, op: 'in', values: ['web'] },
    ]) {
      const settings = { ...standardSettings, filters: [filter] }
      const answer = await owner.call(saveEmbed, { body: { viewId: view, enabled: true, settings } })
      expect(answer.envelope).toMatchObject({ isSuccess: false, code: 'parameter_wrong' })
    }
  })

  it('leaves audit rows that open nothing', async () => {
    const id = await share()
    const row = await office.deps.metadata.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'embed.save')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(row.user_id).toBe(owner.id)
    expect(row.detail).not.toContain(id)
  })
})

describe('pages', () => {
  const page = (url: string) => office.app.inject({ url, headers: { accept: 'text/html' } })

  it('of embeds may stand in the frames of listed sites, and no other page in any', async () => {
    const embedded = await page('/iframe/report/abc?theme=dark')
    expect(embedded.payload).toContain('an embed')
    expect(embedded.headers['content-security-policy']).toContain(
      'frame-ancestors https://portal.example.com https://*.partner.example',
    )
    expect(embedded.headers['x-frame-options']).toBeUndefined()
    expect(embedded.headers['x-content-type-options']).toBe('nosniff')
    for (const url of [
      '/',
      '/statement',
      '/login',
      '/code_view/abc',
      '/iframe',
      '/iframe/report',
      '/iframe/other/1',
      '/embed.html',
      '/IFRAME/report/1',
    ]) {
      const other = await page(url)
      expect(other.payload, url).not.toContain('an embed')
      expect(other.headers['content-security-policy'], url).toContain("frame-ancestors 'none'")
      expect(other.headers['x-frame-options'], url).toBe('DENY')
    }
  })

  it('of embeds stand in no frame while no site is listed', async () => {
    const plain = await makeOffice({ webFolder: web })
    const embedded = await plain.app.inject({ url: '/iframe/report/abc' })
    expect(embedded.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(embedded.headers['x-frame-options']).toBe('DENY')
    await plain.dispose()
  })

  it.each([
    '*',
    'portal.example.com',
    'https://a.example; script-src *',
    "'none'",
    'https://a.example/path',
    'javascript:',
  ])('are not opened to %s', (origin) => {
    expect(() => readInstallation({ frameAncestors: [origin] })).toThrow('frameAncestors')
  })
})
