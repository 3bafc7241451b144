// Proposals for tables without definitions, equal to those of an import; created as a whole or not at all.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeStores } from '#tests/factories/stores.ts'
import * as calls from '#features/config/contract.ts'
import { getReportByViewMetaId, getReportDataByInfo, type Report } from '#features/statement/contract.ts'
import { makeOffice, type Office } from '../statement/office.ts'
import { definitionsAsRows } from './definitionRows.ts'

const extraSql = [
  'CREATE TABLE purchase(day DATE, cgi VARCHAR, code VARCHAR, city VARCHAR, amount DECIMAL(12,2))',
  `INSERT INTO purchase SELECT DATE '2026-10-01' + CAST(n % 3 AS INTEGER), CASE WHEN n % 2 = 0 THEN 'a' ELSE 'b' END,
     'web', 'city ' || (n % 4), n FROM range(40) t(n)`,
  "COMMENT ON TABLE purchase IS '购买'",
]

describeStores('tables without definitions', (store) => {
  let office: Office
  beforeAll(async () => {
    office = await makeOffice({ metadata: (await store.make()).metadata, extraSql })
    // Reports are made for somebody who may manage the installation, then given to whoever wished for them.
    await office.person({ keys: ['manage_authority'] })
  })
  afterAll(() => office?.dispose())

  const state = async () => {
    const views = await office.deps.metadata.db.selectFrom('view_meta').selectAll().orderBy('id').execute()
    const rows = [...(await definitionsAsRows(office.deps.metadata.db)), views]
    return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  }
  const names = async () =>
    (await office.admin.call<calls.UndefinedTable[]>(calls.undefinedTables)).data.map(({ name }) => name)
  const proposal = (table = 'purchase') =>
    office.admin.call<calls.TableProposal>(calls.tableProposal, { params: { table } })
  const apply = (body: object) =>
    office.admin.call(calls.applyProposal, { body: { table: 'purchase', ...body } })

  it('offers them, and shows what would be made without making it', async () => {
    const before = await state()
    expect(await names()).toEqual(['letters', 'purchase'])
    const { data } = await proposal()
    expect(data.table).toMatchObject({ name: 'purchase', comment: '购买', rowCount: 40 })
    expect(data.pointTable).toMatchObject({ id: -1, name: '购买', date_column: 'day', game_column: 'cgi' })
    expect(data.dimensions.map(({ key }) => key)).toContain('"city"')
    expect(data.points.some(({ point }) => point.name_sql === '"amount"')).toBe(true)
    expect(data.reports.length).toBeGreaterThan(0)
    expect(await state()).toBe(before)
    expect((await proposal('no_such')).envelope?.code).toBe('object_missing')
    expect((await proposal('visit')).envelope?.code).toBe('object_conflict')
  })

  it('makes nothing where one of them can’t be saved', async () => {
    const { data } = await proposal()
    const before = await state()
    const dimensions = data.dimensions.map(({ key }) => ({ key }))
    const points = data.points.map(({ key, point }) => ({
      key,
      point: point.name_sql === '' ? point : { ...point, name_sql: 'amuont' },
    }))
    const { envelope } = await apply({ dimensions, points })
    expect(envelope).toMatchObject({ isSuccess: false, code: 'formula_invalid' })
    const unknown = await apply({ dimensions: [{ key: 'no such' }], points: [] })
    expect(unknown.envelope?.code).toBe('object_conflict')
    expect(await state()).toBe(before)
  })

  it('makes what is kept, as it was edited, with reports of that alone', async () => {
    const { data } = await proposal()
    const sum = data.points.find(({ point }) => point.name_sql === '"amount"')
    const { data: applied } = await office.admin.call<{ pointTableId: number; viewMetaId: number }>(
      calls.applyProposal,
      {
        body: {
          table: 'purchase',
          pointTable: { ...data.pointTable, name: '购买明细' },
          dimensions: [{ key: '"city"', dimension: { name: '城市' } }],
          points: [{ key: sum?.key, point: { ...sum?.point, name: '购买金额' } }],
        },
      },
    )
    expect(await names()).toEqual(['letters'])
    const query = `{ allPoint(where: { table_id: ${applied.pointTableId} }) { name table_name owner category }
      allDimension(like: "城市") { name owner } }`
    const read = await office.admin.call(calls.graphql, { body: { query } })
    const found = JSON.parse(read.text) as {
      data: { allPoint: Record<string, unknown>[]; allDimension: Record<string, unknown>[] }
    }
    const owner = office.admin.user.username
    expect(found.data.allPoint).toEqual([
      { name: '购买金额', table_name: '购买明细', owner, category: expect.any(String) },
    ])
    expect(found.data.allDimension).toEqual([{ name: '城市', owner }])
    const reports = await office.admin.call<Report[]>(getReportByViewMetaId, {
      params: { id: applied.viewMetaId },
    })
    expect(reports.data.length).toBeGreaterThan(0)
    for (const { info, owner: by } of reports.data) {
      const { data: table } = await office.admin.call<{ summary: unknown[] }>(getReportDataByInfo, {
        body: { info },
      })
      expect(table.summary).toContain(780)
      expect(by).toBe(owner)
    }
    expect((await apply({ dimensions: [], points: [] })).envelope?.code).toBe('object_conflict')
  })
})
