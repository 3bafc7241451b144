// How files of a source are read: the sheet, the head's line and the encoding that its form names, and what the test
// of the form says of the first file.
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { zip } from '#tests/factories/zip.ts'
import { saveSource, testSource } from '#features/sources/contract.ts'
import { makeSourcesHouse, type SourcesHouse } from './sourcesHouse.ts'

let house: SourcesHouse
beforeAll(async () => {
  house = await makeSourcesHouse()
})
afterAll(() => house.dispose())

const settingsOf = (folder: string, more = {}) => ({
  path: join(house.drop, folder),
  pattern: '*',
  settle: 1,
  ...more,
})
const rows = (table: string) => house.warehouse.rows(`SELECT COLUMNS(*)::VARCHAR FROM ${table} ORDER BY ALL`)
const sampleOf = async (folder: string, more = {}) =>
  (
    await house.ask<{ sample: string[] }>(testSource, {
      body: { kind: 'folder', settings: settingsOf(folder, more), secrets: {} },
    })
  ).sample

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const sheet = (name: string, lines: string[][]) => ({
  name: `xl/worksheets/${name}.xml`,
  content: `<worksheet><sheetData>${lines.map((line) => `<row>${line.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`,
})
const workbook = zip([
  {
    name: 'xl/workbook.xml',
    content:
      '<workbook xmlns:r="r"><sheets><sheet name="说明" sheetId="1" r:id="r1"/><sheet name="明细" sheetId="2" r:id="r2"/></sheets></workbook>',
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content:
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="worksheets/sheet2.xml"/></Relationships>',
  },
  sheet('sheet1', [
    ['项目', '数'],
    ['甲', '1'],
  ]),
  sheet('sheet2', [
    ['日期', '人数'],
    ['2026-01-01', '5'],
    ['2026-01-02', '6'],
  ]),
])

it('reads the sheet that its form names, and says which there are', async () => {
  house.put('books/1.xlsx', workbook)
  expect(await sampleOf('books')).toEqual([
    '工作表有 说明、明细，读「说明」',
    '表头在第 1 行',
    '2 列：项目、数',
  ])
  expect(await sampleOf('books', { sheet: '明细' })).toContain('2 列：日期、人数')
  expect((await sampleOf('books', { sheet: '没有' })).join()).toMatch(/没有.*「没有」|没有工作表/)
  const source = await house.save({ table: 'books', settings: settingsOf('books', { sheet: '明细' }) })
  expect((await house.run(source.id)).runs[0]).toMatchObject({ outcome: 'done', rows: 2 })
  expect(await rows('books')).toEqual([
    ['2026-01-01', '5'],
    ['2026-01-02', '6'],
  ])
})

it('reads the head in the line, and the encoding, that its form names', async () => {
  house.put('coded/1.csv', iconv.encode('a,b\nx,y\ntag,menge,größe\n2026-01-01,7,8\n', 'windows-1252'))
  const named = { head: '3', encoding: 'windows-1252' }
  expect(await sampleOf('coded', named)).toEqual(['表头在第 3 行', '编码 Latin-1', '3 列：tag、menge、größe'])
  const source = await house.save({ name: 'coded', table: 'coded', settings: settingsOf('coded', named) })
  expect((await house.run(source.id)).runs[0]).toMatchObject({ outcome: 'done', rows: 1 })
  expect(await house.warehouse.rows('SELECT "größe"::INTEGER FROM coded')).toEqual([[8]])
  // A changed reading reads what is there anew, and other words are refused at their field.
  const { envelope } = await house.keeper.call(saveSource, {
    body: { ...saveSource.example.body, kind: 'folder', settings: settingsOf('coded', { head: '3-9' }) },
  })
  expect(envelope).toMatchObject({
    isSuccess: false,
    data: { fields: { 'folder.head': expect.stringContaining('应写成 3、3-4') } },
  })
})

it('leaves totals out and says which, and loads them where the form says so', async () => {
  const text = 'day,channel,n\n2026-01-01,甲,1\n2026-01-01,乙,2\n2026-01-01,合  计,3\n'
  house.put('totals/1.csv', text)
  house.put('kept/1.csv', text)
  const left = await house.save({ name: 'totals', table: 'totals', settings: settingsOf('totals') })
  const { loads } = await house.run(left.id)
  expect(loads[0]).toMatchObject({ outcome: 'loaded', rows: 2 })
  expect(loads[0]?.problem).toBe(
    '有 1 行是合计，没有载入；其实是数据的，请在数据源里勾选「合计也载入」：\n  第 4 行：day 2026-01-01，channel 合  计，n 3',
  )
  const kept = await house.save({
    name: 'kept',
    table: 'kept',
    settings: settingsOf('kept', { totals: true }),
  })
  expect((await house.run(kept.id)).loads[0]).toMatchObject({ outcome: 'loaded', rows: 3, problem: null })
  expect((await rows('kept')).map(([, channel]) => channel)).toContain('合  计')
})
