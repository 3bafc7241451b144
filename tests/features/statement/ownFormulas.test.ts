// A report's own formulas, from the call that checks them to the search for uses of their points.
import XLSX from 'sheetjs-style'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OwnFormula, ReportInfo } from '#semantic/model/types.ts'
import { businessDay } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import * as config from '#features/config/contract.ts'
import {
  applyDefinitions,
  type DefinitionItem,
  type DefinitionsFile,
  exportDefinitions,
  previewDefinitions,
} from '#features/definitions/contract.ts'
import {
  addOrUpdateReportMeta,
  addOrUpdateViewMeta,
  type CheckedFormulas,
  checkOwnFormulas,
  type ExplainedPoint,
  explainCell,
  explainColumns,
  exporeExcel,
  getHomeFigures,
  getReportBy,
  getReportByViewMetaId,
  getReportDataByInfo,
  type HomeCard,
  type Report,
  type ReportTable,
} from '#features/statement/contract.ts'
import { makeOffice, type Office, officeSql } from './office.ts'

let office: Office
let reader: Person
let report: number
let formulas: OwnFormula[]

beforeAll(async () => {
  // The home page shows the last days.
  const yesterday = shiftDay(businessDay({ zone: 'Asia/Shanghai', cutoffHour: 0 }), -1)
  office = await makeOffice({ extraSql: [`INSERT INTO visit VALUES ('${yesterday}', 'a', 'web', 1, 15)`] })
  reader = await office.person({ games: ['a'] })
  const { revenue, players } = office.points
  formulas = [{ id: -1, name: '人均', formula: `[#${revenue}] / [#${players}]`, unit: '元' }]
  report = await saved({
    formulas: [{ id: -1, name: '人均', formula: '[充值金额] / [活跃用户]', unit: '元' }],
  })
})
afterAll(() => office.dispose())

const saved = async (change: Partial<ReportInfo>) => {
  const info = office.info({ points: [office.points.minutes, -1], ...change })
  const body = { viewMetaId: office.view, reportName: '自建', info }
  return (await office.admin.call<{ id: number }>(addOrUpdateReportMeta, { body })).data.id
}
const kept = async (): Promise<ReportInfo> => {
  const row = office.deps.metadata.db.selectFrom('report').select('info').where('id', '=', report)
  return JSON.parse((await row.executeTakeFirstOrThrow()).info) as ReportInfo
}
const own = (change: Partial<ReportInfo> = {}) => office.info({ points: [-1], formulas, ...change })
const ask = async (info: ReportInfo, person = reader) =>
  (await person.call<ReportTable>(getReportDataByInfo, { body: { info, tolerant: true } })).data

describe('a report with a formula of its own', () => {
  it('keeps its points by id, whatever was typed', async () => {
    expect((await kept()).formulas).toEqual(formulas)
  })

  it('is refused where the formula is wrong, and nothing is kept', async () => {
    const body = {
      id: report,
      info: own({ formulas: [{ id: -1, name: '人均', formula: '[充值金額] / 2' }] }),
    }
    const { envelope } = await office.admin.call(addOrUpdateReportMeta, { body })
    expect(envelope).toMatchObject({ isSuccess: false, code: 'formula_invalid' })
    expect(envelope?.msg).toBe('指标「人均」的公式：没有指标 [充值金額]，是否为 [充值金额]？')
    expect((await kept()).formulas).toEqual(formulas)
  })

  it('answers within the reader’s games, explains its cell, and says what it means', async () => {
    const table = await ask(own())
    // Of game a: 100 paid on the 1st by two players, 50 on the 2nd by three of them.
    expect(table.summary).toEqual([null, 150 / 4])
    expect(table.columns[1]).toMatchObject({ key: 'p-1', title: '人均', unit: '元', kind: 'computed' })
    const cell = await reader.call<{ value: number; parts: { name: string; value: unknown }[] }>(
      explainCell,
      {
        body: { info: own(), key: 'p-1', cells: { [`d${office.dims.date}`]: '2026-10-01' } },
      },
    )
    expect(cell.data.value).toBe(50)
    expect(cell.data.parts.map(({ name, value }) => [name, Number(value)])).toEqual([
      ['充值金额', 100],
      ['活跃用户', 2],
    ])
    const { points } = (
      await reader.call<{ points: ExplainedPoint[] }>(explainColumns, { body: { points: [-1], formulas } })
    ).data
    expect(points[0]).toMatchObject({ id: -1, type: '自建公式', formula: '[充值金额] / [活跃用户]' })
    expect(points[0]?.parts.map(({ name }) => name)).toEqual(['充值金额', '活跃用户'])
  })

  it('says of which formula what is gone, and shows the rest', async () => {
    const lost = [...formulas, { id: -2, name: '无', formula: '[#424242] * 2' }]
    const table = await ask(own({ points: [-1, -2], formulas: lost }))
    expect(table.columns.map(({ key }) => key)).toEqual([`d${office.dims.date}`, 'p-1'])
    expect(table.gone).toMatchObject([{ kind: 'point', id: -2, name: '无' }])
    expect(table.gone[0]?.reason).toContain('没有指标 [#424242]')
    const nothing = await ask(own({ points: [-1, -9] }))
    expect(nothing.gone).toMatchObject([{ kind: 'point', id: -9, name: '' }])
  })

  it('goes into files and onto the home page, whose days it has', async () => {
    const body = { reportName: '自建', info: own() }
    const file = await reader.call(exporeExcel, { body })
    const { SheetNames, Sheets } = XLSX.read(file.bytes, { type: 'buffer' })
    const text = XLSX.utils.sheet_to_csv(Sheets[SheetNames[0] as string] as never)
    expect(text).toContain('人均')
    expect(text).toContain('2026-10-01,50.00')
    const view = await office.admin.call<{ id: number }>(addOrUpdateViewMeta, {
      body: { name: '只有公式', shared: true },
    })
    await office.admin.call(addOrUpdateReportMeta, {
      body: { viewMetaId: view.data.id, reportName: '公式', info: own({ points: [-1] }) },
    })
    const [card] = (await reader.call<HomeCard[]>(getHomeFigures, { body: { viewIds: [view.data.id] } })).data
    expect(card).toMatchObject({ state: 'figures', reportName: '公式' })
    expect(card?.points.map(({ title }) => title)).toEqual(['人均'])
  })

  it('is checked while it is typed, each formula by itself, with the last days of one', async () => {
    const typed = [
      { id: -1, name: '', formula: '[充值金额] / [活跃用户]' },
      { id: -2, name: '甲', formula: '[充值金额' },
      { id: -3, name: '充值金额', formula: '[#-1] * 2' },
    ]
    const check = (tried?: number) =>
      reader.call<CheckedFormulas>(checkOwnFormulas, {
        body: { dims: [office.dims.kind], formulas: typed, ...(tried && { tried }) },
      })
    const { data } = await check(-1)
    expect(data.formulas.map(({ problems }) => problems.map(({ field }) => field))).toEqual([
      ['name'],
      ['formula'],
      ['name'],
    ])
    expect(data.formulas[1]?.problems[0]?.position).toMatchObject({ offset: 0, length: 5 })
    expect(data.formulas[0]?.noShare).not.toBe('')
    expect(data.days).toHaveLength(7)
    expect((await check(-2)).data.days).toEqual([])
    expect((await check(-3)).data).toMatchObject({ trouble: '' })
  })

  it.each([
    ['a point’s number', { id: 5, name: 'x', formula: '1' }],
    ['no name', { id: -1, name: '', formula: '1' }],
    ['no formula', { id: -1, name: 'x', formula: '' }],
    ['a long one', { id: -1, name: 'x', formula: '1'.repeat(1001) }],
    ['another format', { id: -1, name: 'x', formula: '1', format: 'money' }],
    ['more than it has', { id: -1, name: 'x', formula: '1', filter: 'y' }],
  ])('is malformed with %s', async (_, formula) => {
    const { status } = await reader.call(getReportDataByInfo, {
      body: { info: own({ formulas: [formula] as never }) },
    })
    expect(status).toBe(400)
  })
})

describe('a point that stands in a report’s formula', () => {
  it('is found there, may not be deleted, and is replaced there', async () => {
    const { revenue, orders, players } = office.points
    const uses = await office.admin.call<config.DefinitionUses>(config.definitionUses, {
      params: { kind: 'point', id: revenue },
    })
    expect(uses.data.uses).toContainEqual(
      expect.objectContaining({ kind: 'report', id: String(report), through: '自建公式 人均', blocks: true }),
    )
    const found = await office.admin.call<Report[]>(getReportBy, { params: { type: 'PointId', id: revenue } })
    expect(found.data.map(({ id }) => id)).toContain(report)
    const refused = await office.admin.call(config.deleteAnaPoint, { params: { id: players }, body: {} })
    expect(refused.envelope?.code).toBe('object_in_use')
    const body = { from: revenue, to: orders }
    const { data } = await office.admin.call<config.PointReplacement>(config.replaceReportPoint, { body })
    expect(data.reports.find(({ id }) => id === report)?.changes).toEqual(['自建公式'])
    expect((await kept()).formulas?.[0]?.formula).toBe(`[#${orders}] / [#${players}]`)
    expect((await ask(await kept(), office.admin)).gone).toEqual([])
  })

  it('travels with it to another installation, whose ids are others', async () => {
    const other: House = await makeHouse({ warehouseSql: officeSql })
    try {
      const person = await other.person({ keys: ['search_config'] })
      const file = JSON.parse(
        (await office.admin.call(exportDefinitions, { body: { viewIds: [office.view] } })).text,
      ) as DefinitionsFile
      expect(file.points.map(({ name }) => name).sort()).toEqual(['在线时长', '活跃用户', '订单数'])
      const moved = JSON.parse(
        JSON.stringify(file).replaceAll(`[#${office.points.players}]`, '[活跃用户]'),
      ) as DefinitionsFile
      const { items, digest } = (
        await person.call<{ items: DefinitionItem[]; digest: string }>(previewDefinitions, {
          body: { file: moved },
        })
      ).data
      expect(items.flatMap(({ problems }) => problems)).toEqual([])
      const keys = items.map(({ key }) => key)
      await person.call(applyDefinitions, { body: { file: moved, keys, digest } })
      const view = await other.deps.metadata.db.selectFrom('view_meta').select('id').executeTakeFirstOrThrow()
      const reports = (await person.call<Report[]>(getReportByViewMetaId, { params: { id: view.id } })).data
      const there = reports.find(({ reportName }) => reportName === '自建')?.info as ReportInfo
      const ids = await other.deps.metadata.db.selectFrom('point').select(['id', 'name']).execute()
      const idOf = (name: string) => ids.find((point) => point.name === name)?.id
      expect(there.formulas?.[0]?.formula).toBe(`[#${idOf('订单数')}] / [#${idOf('活跃用户')}]`)
      const here = await ask(await kept(), office.admin)
      const seesAll = await other.person({ games: 'all' })
      expect((await ask(there, seesAll)).data).toEqual(here.data)
    } finally {
      await other.dispose()
    }
  })
})

describe('formulas in use', () => {
  it('are proposed to those who configure, with who uses them, and become a point in all of them', async () => {
    const { orders, players, arpu, minutes } = office.points
    const text = `[#${orders}] / [#${players}]`
    const twice = await saved({
      points: [-1, -2, arpu],
      formulas: [
        { id: -1, name: '半', formula: `[#${orders}]` },
        { id: -2, name: '单均', formula: `[#${orders}]   / [#${players}]` },
      ],
      order: [{ key: 'p-2', desc: true }],
    })
    const over = await saved({
      points: [-2],
      formulas: [
        { id: -1, name: '单', formula: `[#${orders}]` },
        { id: -2, name: '叠', formula: '[#-1] * 2' },
      ],
    })
    const stranger = await office.person()
    const own = await stranger.call<{ id: number }>(addOrUpdateViewMeta, { body: { name: '私有' } })
    const hidden = await stranger.call(addOrUpdateReportMeta, {
      body: {
        viewMetaId: own.data.id,
        reportName: '别人的',
        info: ownAs(text),
      },
    })
    expect(hidden.envelope?.isSuccess).toBe(true)
    const found = (await office.admin.call<config.FormulaInUse[]>(config.formulasInUse)).data
    const proposal = found.find((one) => one.text === text)
    expect(proposal).toMatchObject({ formula: '[订单数] / [活跃用户]', hidden: 1 })
    expect(proposal?.reports.map(({ reportName }) => reportName).sort()).toEqual(['公式', '自建', '自建'])
    expect(proposal?.reports.map(({ id }) => id)).toEqual(expect.arrayContaining([report, twice]))
    expect(JSON.stringify(found)).not.toContain('别人的')
    // One over another stands as what it is made of.
    expect(found.map((one) => one.text)).toContain(`([#${orders}]) * 2`)
    expect((await stranger.call(config.formulasInUse)).status).toBe(403)

    const adopt = (point: number) =>
      office.admin.call<{ reports: number; left: unknown[] }>(config.adoptFormula, { body: { point, text } })
    expect((await adopt(987654)).envelope?.code).toBe('object_missing')
    expect((await adopt(minutes)).data).toEqual({ reports: 4, left: [] })
    const infoOf = async (id: number) =>
      JSON.parse(
        (
          await office.deps.metadata.db
            .selectFrom('report')
            .select('info')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
        ).info,
      ) as ReportInfo
    expect(await infoOf(twice)).toMatchObject({
      points: [-1, minutes, arpu],
      formulas: [{ id: -1, name: '半' }],
      order: [{ key: `p${minutes}`, desc: true }],
    })
    // It had the point already: it stands once.
    expect((await infoOf(report)).points).toEqual([minutes])
    expect((await infoOf(over)).formulas).toHaveLength(2)
  })
})

const ownAs = (formula: string): ReportInfo =>
  office.info({ points: [-5], formulas: [{ id: -5, name: '我的', formula }] })
