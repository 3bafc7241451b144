// JSON as interfaces and programs write it: the table within, nested fields, GeoJSON, arrays of arrays, lines;
// and what is no table, or no JSON, in words and with its place.
import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { JsonFault, JsonScanner } from '#server/warehouse/import/json/scanner.ts'
import { readInProcess, readingLimits } from '#server/warehouse/import/reading/process.ts'
import { AppError } from '#shared/errors.ts'
import { type ImportHouse, makeImportHouse } from '#tests/factories/imports.ts'

let house: ImportHouse
beforeAll(async () => {
  house = await makeImportHouse()
})
afterAll(() => house.dispose())

let number = 0
const freshName = () => {
  number += 1
  return `json${number}`
}

/** A table as imported: each row as texts by column. */
async function imported(content: unknown, ending = 'json', ...args: string[]) {
  const table = freshName()
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const { lines } = await house.run([await house.file(`${table}.${ending}`, text), '--table', table, ...args])
  const { columns } = await house.published(table)
  const names = columns.map(({ name }) => name)
  const list = names.map((name) => `"${name.replaceAll('"', '""')}"::VARCHAR`).join(', ')
  const found = await house.rows(table, `SELECT ${list}`)
  return {
    told: lines.join('\n'),
    names,
    types: Object.fromEntries(columns.map(({ name, type }) => [name, type])),
    rows: found.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? null]))),
  }
}

async function refused(content: unknown, ending = 'json'): Promise<string> {
  const before = await house.state()
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const path = await house.file(`refused.${ending}`, text)
  const error = await house.run([path, '--table', freshName()]).catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(AppError)
  expect(await house.state()).toEqual(before)
  return (error as AppError).message
}

const people = Array.from({ length: 40 }, (_, at) => ({ 渠道: `渠道${at % 3}`, 人数: at * 7 }))
const sumOf = (rows: Record<string, unknown>[], name: string) =>
  rows.reduce((sum, row) => sum + Number(row[name]), 0)

describe('the table within', () => {
  it.each([
    ['data', { code: 0, msg: 'ok', data: people }],
    ['data.list', { code: 0, data: { total: 40, list: people } }],
    ['result.page.rows', { result: { page: { rows: people, size: 40 } }, few: [{ a: 1 }] }],
  ])('is found at %s, and told', async (path, value) => {
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
      const { rows, names, told } = await imported(text)
      expect(names).toEqual(['渠道', '人数'])
      expect(rows.length).toBe(people.length)
      expect(sumOf(rows, '人数')).toBe(sumOf(people, '人数'))
      expect(told).toContain(`数据取自其中的数组「${path}」`)
    }
  })

  it('is the largest of several, and the others are named', async () => {
    const { rows, told } = await imported({ code: 0, 小: people.slice(0, 3), 大: people, 数: [1, 2] })
    expect(rows.length).toBe(40)
    expect(told).toContain('数组「大」（最大的一个）；没有导入数组「小」（3 行）、「code」、「数」')
  })

  it.each([
    [{ a: 1, b: 'x', c: { d: true } }, '只有一个对象，其中没有对象的数组'],
    [{ code: 0, data: [] }, '数组「data」是空的，没有数据'],
    [[], '数组是空的，没有数据'],
    [[1, 2, 3], '数组是 3 个单个的值，没有列'],
    [{ ids: [1, 2] }, '数组「ids」是 2 个单个的值'],
    [[['甲', '乙']], '只有一行，没有数据'],
    ['42', '只有一个数，不是表格'],
    ['"好"', '只有一个文本，不是表格'],
    [' \n ', '没有内容'],
  ])('is not found where there is none: %j', async (value, words) => {
    const message = await refused(value)
    expect(message).toContain(words)
    expect(message).not.toContain('不是有效的 JSON')
  })
})

describe('fields', () => {
  it('are flattened by a level; what lies deeper stays JSON text', async () => {
    const value = [
      { id: 1, user: null },
      { id: 2, user: { name: '甲', home: { city: '北京', at: [1.5, 2] } }, tags: ['a', 1] },
      { id: 3, user: { name: '乙', age: 30 }, 'user.name': '丙' },
    ]
    const { rows, names } = await imported(JSON.stringify(value, null, 1).replace('1.5,', '1.50,'))
    expect(names).toEqual(['id', 'user.name', 'user.home', 'tags', 'user.age', 'user.name_2'])
    expect(rows[1]).toMatchObject({
      'user.name': '甲',
      'user.home': '{"city":"北京","at":[1.50,2]}',
      tags: '["a",1]',
    })
    expect(rows[2]).toMatchObject({ 'user.name': '乙', 'user.name_2': '丙', 'user.age': '30' })
  })

  it('keep each digit, order, repeated keys and texts with escapes', async () => {
    const { rows, names, types, told } = await imported(
      '[{"2026": 12345678901234567890123, "id": 9007199254740993, "价": 0.10000000000000000001, "a": 1, "a": 2, "t": "\\u4e2d\\n\\"\\/"}]',
    )
    expect(names).toEqual(['2026', 'id', '价', 'a', 'a_2', 't'])
    expect(rows).toEqual([
      {
        2026: '12345678901234567890123',
        id: '9007199254740993',
        价: '0.10000000000000000001',
        a: '1',
        a_2: '2',
        t: '中\n"/',
      },
    ])
    expect(types.id).toBe('BIGINT')
    expect(told).toContain('列名「a」重复')
  })

  it('of several types stay text as written, and it is told', async () => {
    const lines = ['1', '"1"', 'true', 'null', '1.50', '"甲"', '[1, 2]']
    const { rows, types, told } = await imported(
      `[${lines.map((v, at) => `{"v": ${v}, "n": ${at % 2 ? `"${at}"` : at}, "flag": ${at ? 'true' : '""'}}`)}]`,
    )
    expect(rows.map(({ v }) => v)).toEqual(['1', '1', 'true', null, '1.50', '甲', '[1,2]'])
    expect(types).toEqual({ v: 'VARCHAR', n: 'BIGINT', flag: 'BOOLEAN' })
    expect(told).toContain(
      '列「v」里的值类型不一：2 个数，2 个文本，1 个布尔值，1 个对象或数组；按文本导入，一字不改',
    )
    expect(told).toContain('列「n」里的值类型不一：4 个数，3 个写成文本的数')
    expect(told).not.toContain('列「flag」里的值类型不一')
    const chosen = await imported('[{"v": 1}, {"v": "x"}, {"v": 3}]')
    expect(chosen.rows.map(({ v }) => v)).toEqual(['1', 'x', '3'])
  })
})

describe('GeoJSON', () => {
  const feature = (geometry: unknown, properties: unknown, more = {}) => ({
    type: 'Feature',
    ...more,
    geometry,
    properties,
  })
  const features = [
    feature(
      { type: 'Point', coordinates: [116.397428, 39.90923] },
      { 名称: '店一', 人数: 3, 址: { 省: '京' } },
    ),
    feature(
      { type: 'Point', coordinates: [121.473701, 31.23041, 4.5] },
      { 名称: '店二', 人数: 4 },
      { id: 7 },
    ),
    feature(
      {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
      { 名称: '路', 人数: 5 },
    ),
    feature(null, null),
  ]
  const expected = [
    {
      名称: '店一',
      '址.省': '京',
      longitude: '116.397428',
      latitude: '39.90923',
      geometry: '{"type":"Point","coordinates":[116.397428,39.90923]}',
    },
    { 名称: '店二', longitude: '121.473701', latitude: '31.23041', id: '7' },
    {
      名称: '路',
      longitude: null,
      latitude: null,
      geometry: '{"type":"LineString","coordinates":[[1,2],[3,4]]}',
    },
    { 名称: null, geometry: null },
  ]

  it.each([
    ['a collection', JSON.stringify({ type: 'FeatureCollection', name: 'x', features }, null, 2)],
    ['a collection in an answer', JSON.stringify({ code: 0, data: { type: 'FeatureCollection', features } })],
    ['a feature a line', features.map((each) => JSON.stringify(each)).join('\n')],
  ])('%s has properties as columns, geometries as text, points as two numbers', async (_, text) => {
    const { rows, names } = await imported(text)
    expect(rows).toMatchObject(expected)
    expect(names).toEqual(['名称', '人数', '址.省', 'geometry', 'longitude', 'latitude', 'id'])
    expect(sumOf(rows, '人数')).toBe(12)
  })
})

describe('arrays of arrays', () => {
  it.each([
    ['whole', [['渠道', '人数'], ...people.map((each) => Object.values(each))], 'json'],
    [
      'within',
      { range: 'A1:B41', values: [['渠道', '人数'], ...people.map((each) => Object.values(each))] },
      'json',
    ],
    [
      'a line each',
      [['渠道', '人数'], ...people.map((each) => Object.values(each))]
        .map((each) => JSON.stringify(each))
        .join('\n'),
      'jsonl',
    ],
  ])('have their names in the first row: %s', async (_, value, ending) => {
    const { rows, names } = await imported(value, ending)
    expect(names).toEqual(['渠道', '人数'])
    expect(rows.length).toBe(40)
    expect(sumOf(rows, '人数')).toBe(sumOf(people, '人数'))
  })

  it.each([
    ['meta', { meta: [{ name: '渠道' }, { name: '人数', type: 'UInt8' }], data: [['官网', 3]], rows: 1 }],
    ['result.columns', { result: { columns: ['渠道', '人数'], index: [0], data: [['官网', 3]] } }],
  ])('may be named beside them: %s', async (path, value) => {
    const { rows, told } = await imported(value)
    expect(rows).toEqual([{ 渠道: '官网', 人数: '3' }])
    expect(told).toContain(`，列名取自「${path}」`)
  })

  it('are not what describes columns of objects, however few these are', async () => {
    const schema = { fields: [{ name: '渠道' }, { name: '人数' }] }
    expect((await imported({ schema, data: people.slice(0, 1) })).names).toEqual(['渠道', '人数'])
  })

  it('lose no row without names; short rows are filled, long ones told', async () => {
    const { rows, told, names } = await imported([[1, 'a'], [2], [3, 'c', null]])
    expect(names).toEqual(['列1', '列2'])
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['1', 'a'],
      ['2', null],
      ['3', 'c'],
    ])
    expect(told).toContain('第一行看起来是数据而不是列名')
    const texts = await imported([
      ['官网', '3', '2026-01-05'],
      ['商店', '4', '2026-01-06'],
    ])
    expect([texts.names, texts.rows.length]).toEqual([['列1', '列2', '列3'], 2])
    expect(texts.told).toContain('第一行看起来是数据而不是列名')
    const years = await imported([
      ['渠道', '2024', '2025'],
      ['官网', 3, 4],
    ])
    expect([years.names, years.rows.length]).toEqual([['渠道', '2024', '2025'], 1])
    expect(years.told).toContain('第一行当作列名')
    expect(await refused([['a'], [1], [1, 2]])).toContain('第 3 个元素：应有 1 列，实有 2 列')
  })
})

describe('a value a line', () => {
  it('may have marks of byte order, blank lines, and all kinds of line breaks', async () => {
    const { rows } = await imported('\uFEFF\n{"a":1}\r\n\r\n  \n\uFEFF {"a":2}\r{"a":3}\n\n', 'ndjson')
    expect(rows).toEqual([{ a: '1' }, { a: '2' }, { a: '3' }])
  })

  it('may be a single one', async () => {
    expect((await imported('{"a":1,"b":"x"}\n', 'jsonl')).rows).toEqual([{ a: '1', b: 'x' }])
  })

  it('is read on after a first line that is broken', async () => {
    const { rows, told } = await imported('"x":1}\n{"a":2}\n[3]\n{"a":4', 'ndjson', '--keep-good')
    expect(rows).toEqual([{ a: '2' }])
    expect(told).toContain('第 1 行：不是有效的 JSON：第 4 个字符「:」处写法有误')
    expect(told).toContain('第 3 行：不是对象，是数组')
    expect(told).toContain('第 4 行：不是有效的 JSON：第 7 个字符内容没有写完')
  })

  it('of 96 MB is refused in words, with little memory', async () => {
    const path = await house.file('long.ndjson', '')
    const file = await open(path, 'w')
    await file.write('{"a":"')
    const piece = Buffer.alloc(1 << 20, 'x')
    for (let at = 0; at < 96; at += 1) await file.write(piece)
    await file.write('"}\n')
    await file.close()
    const order = {
      kind: 'inspect',
      source: { path, name: 'long.ndjson', kind: 'json', size: 96 << 20 },
      folder: dirname(path),
      zone: 'Asia/Shanghai',
      sheet: null,
      head: null,
      keepTotals: false,
    } as const
    const limits = { ...readingLimits, engineMiB: 128, heapMiB: 64 }
    await expect(readInProcess(order, { limits })).rejects.toThrow(
      '没有可以导入的行：第 1 行行过长，超过 400 万个字符；应为对象的数组（整个文件最多 64 MB），或每行一个对象',
    )
    await rm(path)
  })
})

it.each([
  ['{"data": [{"a": 1},\n  {"a": 02}]}', '第 2 行第 10 个字符「2」处写法有误'],
  ["[{'a': 1}]", "第 3 个字符「'」处写法有误"],
  ['[{"a": NaN}]', '第 8 个字符「N」处写法有误'],
  ['[{"a": 1},]', '第 11 个字符「]」处写法有误'],
  ['[{"a": "x\n"}]', '第 1 行第 10 个字符「换行」处写法有误'],
  ['[{"a": 1}\n', '内容没有写完'],
])('what is no JSON is told with its place: %j', async (text, words) => {
  const message = await refused(text)
  expect(message).toContain('不是有效的 JSON')
  expect(message).toContain(words)
})

it('takes and refuses what the runtime does, whatever is changed in a text', () => {
  const seeds = [
    '{"a": [1, -2.50e+3, "x\\u4e2d\\n", true, null], "b": {"c": {}, "d": []}}',
    ' [0, 10, 0.1, "", "\\\\", {"": -0}] ',
  ]
  const letters = '{}[]",:\\ \n\t01.-+eEtrufalsn\u0001中x'
  let state = 7
  const draw = (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return (state >> 8) % below
  }
  let [good, bad] = [0, 0]
  for (let round = 0; round < 20_000; round += 1) {
    const seed = seeds[round % seeds.length] ?? ''
    const at = draw(seed.length)
    const cut = draw(3)
    const text =
      seed.slice(0, at) + (draw(4) ? (letters[draw(letters.length)] ?? '') : '') + seed.slice(at + cut)
    let isValid = true
    try {
      JSON.parse(text)
    } catch {
      isValid = false
    }
    const scanner = new JsonScanner(text)
    const read = () => {
      scanner.pass()
      scanner.end()
    }
    if (isValid) expect(read, text).not.toThrow()
    else expect(read, text).toThrow(JsonFault)
    if (isValid) good += 1
    else bad += 1
  }
  expect(Math.min(good, bad)).toBeGreaterThan(2000)
})
