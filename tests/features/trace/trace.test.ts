// Trace codes: one per view, user and day; managers can look them up, and nobody can guess one.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { writeBackup } from '#server/backup/backup.ts'
import { installationSecret, secretPath } from '#server/secret.ts'
import { lookUpTrace, type TraceEntry } from '#features/trace/contract.ts'
import { noteTrace, type TraceNote } from '#features/trace/server/index.ts'
import { makeOffice, type Office } from '../statement/office.ts'

let office: Office
let manager: Awaited<ReturnType<Office['person']>>

beforeAll(async () => {
  office = await makeOffice()
  manager = await office.person({ keys: ['manage_authority'] })
})
afterAll(() => office.dispose())

const note = (change: Partial<TraceNote> = {}, info = office.info()): TraceNote => ({
  kind: 'view',
  userId: office.admin.id,
  detail: { reportId: office.report, viewId: office.view, reportName: '访问', info },
  ...change,
})
const lookUp = (code: string) => manager.call<TraceEntry>(lookUpTrace, { params: { code } })
const rowCount = async () =>
  (await office.deps.metadata.db.selectFrom('trace').select('code').execute()).length

describe('a trace code', () => {
  it('is the same for the same view on the same day, in one row', async () => {
    const code = await noteTrace(office.deps, note())
    const rows = await rowCount()
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
    const { dims, points, dateRange } = office.info()
    // The order of properties is no difference.
    expect(await noteTrace(office.deps, note({}, { dateRange, points, dims } as never))).toBe(code)
    expect(await rowCount()).toBe(rows)
  })

  it('differs by user, kind, figures and day', async () => {
    const someone = await office.person()
    const codes = [
      await noteTrace(office.deps, note()),
      await noteTrace(office.deps, note({ userId: someone.id })),
      await noteTrace(office.deps, note({ kind: 'export' })),
      await noteTrace(office.deps, note({}, office.info({ grain: 'week' }))),
    ]
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
    codes.push(await noteTrace(office.deps, note()))
    vi.useRealTimers()
    expect(new Set(codes).size).toBe(codes.length)
  })

  it('changes with the secret, so that nobody works it out from what is known', async () => {
    const other = await makeOffice()
    const code = await noteTrace(other.deps, note())
    expect(code).not.toBe(await noteTrace(office.deps, note()))
    await other.dispose()
  })

  it('stands for one view alone, also where two would have the same', async () => {
    const first = await noteTrace(office.deps, note({}, office.info({ limit: 11 })))
    const wanted = note({}, office.info({ limit: 12 }))
    const { db } = office.deps.metadata
    const taken = await noteTrace(office.deps, wanted)
    await db.deleteFrom('trace').where('code', 'in', [first, taken]).execute()
    await db
      .insertInto('trace')
      .values({ code: taken, kind: 'view', user_id: manager.id, at: new Date().toISOString(), detail: '{}' })
      .execute()
    // Another process: it knows no codes yet.
    const fresh = { ...office.deps, metadata: { ...office.deps.metadata } }
    const own = await noteTrace(fresh, wanted)
    expect(own).not.toBe(taken)
    const row = await db.selectFrom('trace').selectAll().where('code', '=', own).executeTakeFirstOrThrow()
    expect(row.user_id).toBe(office.admin.id)
    await db.deleteFrom('trace').where('code', '=', taken).execute()
  })

  it('is kept before an export is made, or there is none; a view is shown all the same', async () => {
    const { metadata } = office.deps
    const broken = {
      ...office.deps,
      metadata: { ...metadata, db: metadata.db.withSchema('nowhere') },
    }
    await expect(noteTrace(broken, note({ kind: 'export' }))).rejects.toThrow()
    expect(await noteTrace(broken, note())).toMatch(/^\w{10}$/)
  })

  it('keeps the first values of a long filter, and how many there were', async () => {
    const values = Array.from({ length: 50_000 }, (_, index) => `channel ${index}`)
    const filters = [{ dim: office.dims.channel, op: 'in' as const, values }]
    const code = await noteTrace(office.deps, note({}, office.info({ filters })))
    const row = await office.deps.metadata.db
      .selectFrom('trace')
      .select('detail')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    expect(row.detail.length).toBeLessThan(10_000)
    expect((await lookUp(code)).data.lines.join()).toContain('等共 50000 个值')
  })
})

describe('looking up', () => {
  it('tells who, when, which report, and what was asked in Chinese', async () => {
    const filters = [
      { dim: office.dims.channel, op: 'in' as const, values: ['web', '', null] },
      { point: office.points.minutes, op: 'gte' as const, values: [5] },
    ]
    const info = office.info({
      filters,
      grain: 'week',
      compare: 'year',
      dateRange: { relative: 'yesterday' },
    })
    const code = await noteTrace(office.deps, note({}, info))
    const entry = (await lookUp(code)).data
    expect(entry).toMatchObject({
      code,
      kind: 'view',
      user: { id: office.admin.id, email: office.admin.email },
      reportId: office.report,
      viewId: office.view,
      reportName: '访问',
    })
    expect(Math.abs(Date.parse(entry.at) - Date.now())).toBeLessThan(60_000)
    expect(entry.lines.slice(1)).toEqual([
      '维度：日期',
      '指标：在线时长',
      '筛选：渠道 等于 官网（web）、(空文本)、–',
      '筛选：在线时长 大于等于 5',
      '对比：年同比',
    ])
    expect(entry.lines[0]).toMatch(/^日期：\d{4}-\d{2}-\d{2}，按周$/)
  })

  it('reads codes as people type them', async () => {
    const code = await noteTrace(office.deps, note())
    const typed = ` ${code.slice(0, 5).toLowerCase()}-${code.slice(5).replaceAll('0', 'o').replaceAll('1', 'l')} `
    expect((await lookUp(typed)).data.code).toBe(code)
  })

  it('says so where there is no such code', async () => {
    const answer = await lookUp('0000000000')
    expect([answer.status, answer.envelope?.code]).toEqual([404, 'object_missing'])
    expect(answer.envelope?.msg).toContain('没有这个追踪码')
  })

  it('is noted in the audit', async () => {
    const code = await noteTrace(office.deps, note())
    await lookUp(code)
    const row = await office.deps.metadata.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'trace.lookUp')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect([row.user_id, JSON.parse(row.detail)]).toEqual([manager.id, { code }])
  })
})

describe('the secret', () => {
  it('is a file that its owner alone may read, made once', () => {
    expect(statSync(secretPath(office.dataDir)).mode & 0o777).toBe(0o600)
    const text = readFileSync(secretPath(office.dataDir), 'utf8').trim()
    expect(installationSecret(office.dataDir).toString('hex')).toBe(text)
  })

  it('is in no backup', async () => {
    const path = join(office.dataDir, 'backup.tar')
    const { list } = await writeBackup(office.dataDir, office.deps.metadata, path)
    expect(list.files.map(({ name }) => name)).not.toContain('secret')
    expect(readFileSync(path, 'latin1')).not.toContain(installationSecret(office.dataDir).toString('hex'))
  })

  it('that is too short stops the start', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secret-'))
    writeFileSync(secretPath(folder), 'change me')
    expect(() => installationSecret(folder)).toThrow('64 位十六进制')
    rmSync(folder, { recursive: true })
  })
})
