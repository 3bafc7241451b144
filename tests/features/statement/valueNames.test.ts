// Labels from a dimension table's name column in figures and files, only for values in the reader's rows.
import XLSX from 'sheetjs-style'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { nodeTexts } from '#semantic/model/pivot/nodeText.ts'
import { formatOf } from '#semantic/model/shown/columns.ts'
import type { Person } from '#tests/factories/house.ts'
import { forgetModel } from '#features/config/server/index.ts'
import { exporeExcel, getReportDataByInfo, type ReportTable } from '#features/statement/contract.ts'
import { makeOffice, type Office } from './office.ts'

let office: Office
let reader: Person
beforeAll(async () => {
  office = await makeOffice({
    extraSql: [
      "INSERT INTO channels VALUES ('gold', '金矿商店'), ('constructor', '不在数据里'), ('b-only', '乙'), ('twin', '自有')",
    ],
  })
  reader = await office.person({ games: ['a', 'c'] })
  const { metadata } = office.deps
  await metadata.db
    .updateTable('dimension')
    .set({ info: JSON.stringify({ expression: 'code', labelColumn: 'kind' }) })
    .where('id', '=', office.dims.kind)
    .execute()
  forgetModel(metadata)
})
afterAll(() => office?.dispose())

const info = () =>
  office.info({
    dims: [office.dims.kind],
    points: [office.points.revenue],
    order: [{ key: `d${office.dims.kind}`, desc: false }],
  })

it('says the names of the values that are in the rows, and of no others', async () => {
  const { data } = await reader.call<ReportTable>(getReportDataByInfo, { body: { info: info() } })
  const [column] = data.columns
  expect(column?.names).toEqual({ web: '自有（web）', store: '商店', gold: '金矿商店' })
  const settings = { labels: () => undefined, weekdayInText: false, shortDays: false, today: '2026-10-03' }
  const format = formatOf(column as never, 'day', settings)
  expect(data.data[0]?.map(format)).toEqual(['金矿商店', '商店', '自有（web）'])
  expect([format('constructor'), format(null), format('')].join()).toBe('constructor,–,(空文本)')
  const texts = nodeTexts({ columns: data.columns as never }, 'day', () => undefined)
  expect(texts.of({ value: 'web', isOther: false } as never, office.dims.kind)).toBe('自有（web）')
  const other = await reader.call<ReportTable>(getReportDataByInfo, {
    body: { info: office.info({ dims: [office.dims.channel], points: [office.points.revenue] }) },
  })
  expect(other.data.columns[0]).not.toHaveProperty('names')
})

it.each([
  ['a list', {}],
  ['a pivot', { pivot: [] as number[] }],
])('writes them into the file of %s', async (_, more) => {
  const pivot = 'pivot' in more ? { pivot: {} } : {}
  const body = { reportName: '名称', info: { ...info(), ...more }, ...pivot }
  const { bytes } = await reader.call(exporeExcel, { query: {}, body })
  const { SheetNames, Sheets } = XLSX.read(bytes, { type: 'buffer' })
  const rows = XLSX.utils.sheet_to_json<unknown[]>(Sheets[SheetNames[0] as string] as never, { header: 1 })
  expect(rows.slice(1, 4).map(([name]) => name)).toEqual(['金矿商店', '商店', '自有（web）'])
})

it('titles a column that is set against a row by that row’s name, in the reader’s rows alone', async () => {
  const against = async (value: string) => {
    const calculations = [
      { number: 1, of: office.points.revenue, kind: 'difference' as const, base: { value } },
    ]
    const body = { info: { ...info(), calculations } }
    const { data } = await reader.call<ReportTable>(getReportDataByInfo, { body })
    return data.columns.at(-1)?.baseName
  }
  expect(await against('store')).toBe('商店')
  expect(await against('web')).toBe('自有（web）')
  expect(await against('nothing')).toBeUndefined()
})
