// The bytes of a csv file: valid by RFC 4180, exact, and harmless in a spreadsheet.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csvText } from '#shared/csvText.ts'
import { makeSandbox, type TestSandbox } from '#tests/factories/sandbox.ts'

let bench: TestSandbox
beforeAll(async () => {
  bench = await makeSandbox({ sql: ['CREATE TABLE fact AS SELECT i::INTEGER AS id FROM range(50000) t(i)'] })
})
afterAll(() => bench.dispose())

it('has a head line, ends lines with CRLF and quotes what it must', async () => {
  const text = await bench.csv(
    `SELECT * FROM (VALUES (1, 'plain', NULL), (2, 'a,b "c"', ''), (3, 'x' || chr(10) || 'y', '中文')) t("编号", "a,b", c)`,
  )
  expect(text).toBe('编号,"a,b",c\r\n1,plain,\r\n2,"a,b ""c""",""\r\n3,"x\ny",中文\r\n')
})

it('keeps texts that look like formulas texts, and numbers numbers', async () => {
  const texts = ['=1+1', '+cmd', '-x', '@SUM(A1)', '\tx', '\rx', '-5', '+1.5e3', 'a=b', '-']
  const list = texts.map(
    (text) => `('${text.replace('\t', "' || chr(9) || '").replace('\r', "' || chr(13) || '")}')`,
  )
  const lines = (await bench.csv(`SELECT t, -5 AS n, -0.5 AS d FROM (VALUES ${list.join(', ')}) v(t)`)).split(
    '\r\n',
  )
  expect(lines.slice(1, -1)).toEqual(
    ["'=1+1", "'+cmd", "'-x", "'@SUM(A1)", "'\tx", '"\'\rx"', '-5', '+1.5e3', 'a=b', "'-"].map(
      (text) => `${text},-5,-0.5`,
    ),
  )
  expect(await bench.csv('SELECT 1 AS "=1+1"')).toBe("'=1+1\r\n1\r\n")
})

it('decides that as all csv is made, for wide signs and for lines within too', async () => {
  const texts = [
    '＝1',
    '＋1',
    '－1',
    '＠A',
    '！',
    '\n=1',
    '甲\r\n=1',
    '甲\n＋乙',
    '甲\r\n\r\n乙=1',
    '甲\n',
    '＝',
  ]
  const list = texts.map(
    (text) => `('${text.replaceAll(/[\r\n]/g, (end) => `' || chr(${end.charCodeAt(0)}) || '`)}')`,
  )
  const made = await bench.csv(`SELECT t FROM (VALUES ${list.join(', ')}) v(t)`)
  expect(made).toBe(['t', ...texts.map(csvText), ''].join('\r\n'))
})

it('is exact', async () => {
  const text = await bench.csv(
    `SELECT 9007199254740993 AS a, 12345678901234567.89 AS b, 'NaN'::DOUBLE AS c, DATE '0044-03-15 (BC)' AS d,
      true AS e, [1, 2] AS f, repeat('x', 2000000) AS g`,
  )
  expect(text.split('\r\n')[1]).toBe(
    `9007199254740993,12345678901234567.89,NaN,0044-03-15 (BC),true,"[1,2]",${'x'.repeat(2_000_000)}`,
  )
})

it('has a line for every row, also where there is nothing in it', async () => {
  expect(await bench.csv('SELECT NULL AS a FROM range(3)')).toBe('a\r\n""\r\n""\r\n""\r\n')
  expect(await bench.csv('SELECT id FROM fact WHERE id < 0')).toBe('id\r\n')
})

it('holds all rows in their order, up to the limit', async () => {
  const all = (await bench.csv('SELECT id FROM fact ORDER BY id')).trimEnd().split('\r\n')
  expect(all).toEqual(['id', ...Array.from({ length: 50_000 }, (_, index) => String(index))])
  expect((await bench.csv('SELECT id FROM fact ORDER BY id', { limit: 3 })).split('\r\n')).toEqual([
    ...['id', '0', '1', '2', ''],
  ])
})
