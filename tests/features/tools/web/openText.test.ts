// Invalid JSON and its repair, paths, search, and comparison.
import { describe, expect, it } from 'vitest'
import { bytesOfText } from '#features/tools/web/json/engine/bytes.ts'
import { type Change, compareJson } from '#features/tools/web/json/engine/compare.ts'
import { scanJson } from '#features/tools/web/json/engine/index.ts'
import { OpenText } from '#features/tools/web/json/engine/openText.ts'
import { repairJson } from '#features/tools/web/json/engine/repair.ts'

async function opened(text: string): Promise<OpenText> {
  const openText = new OpenText()
  expect((await openText.open(text)).kind).toBe('opened')
  return openText
}

const documentOf = (text: string) => {
  const { bytes, length } = bytesOfText(text)
  return { bytes, length, ...scanJson(bytes, length) }
}

describe('what is no JSON', () => {
  it.each([
    ['{"a":1,}', 1, 7, '最后一项后面多了逗号'],
    ['{\n  "名字": tru\n}', 2, 9, '这里应是一个值'],
    ['{"a":"x\ny"}', 1, 8, '控制字符'],
    ['[1,2', 1, 5, '还缺内容或右括号'],
    ['[1}', 1, 3, '括号不配对'],
    ['{"a" 1}', 1, 6, '键后面缺冒号'],
    ['01', 1, 1, '不能以 0 开头'],
    ['{} x', 1, 4, '后面还有内容'],
    ['  ', 1, 1, '没有内容'],
    ['"\\x"', 1, 2, '转义无法识别'],
  ])('%j is told at line %i, column %i', async (text, line, column, words) => {
    const told = await new OpenText().open(text)
    expect(told.kind).toBe('problem')
    if (told.kind !== 'problem') return
    expect(told.problem).toMatchObject({ line, column })
    expect(told.problem.message).toContain(words)
  })

  it.each([
    ["{'a': True, 'b': None, 'c': ('x', 1,),}", '{"a":true,"b":null,"c":["x",1]}'],
    ['// head\n{a: 1, /* x */ b: .5, c: 0x1F, d: +2}', '{"a":1,"b":0.5,"c":31,"d":2}'],
    ['{"a": 1 "b": 2}', '{"a":1,"b":2}'],
    ['{"a": [1, {"b": "cut', '{"a":[1,{"b":"cut"}]}'],
    ['callback({"a":1});', '{"a":1}'],
    ['2026-11-23 INFO got {"a":1}', '{"a":1}'],
    ['{“a”：1，“b”：2}', '{"a":1,"b":2}'],
    [
      '{"_id": ObjectId("5f"), "n": NumberLong(12345678901234567890)}',
      '{"_id":"5f","n":12345678901234567890}',
    ],
    ['{\\"a\\":1}', '{"a":1}'],
    ['%7B%22a%22%3A1%7D', '{"a":1}'],
    ['{"a": NaN, "b": 007}', '{"a":"NaN","b":"007"}'],
    ["{'quote': 'it\\'s'}", '{"quote":"it\'s"}'],
  ])('%j is mended', async (text, wanted) => {
    const mended = repairJson(text)
    const openText = await opened(mended?.text ?? '')
    expect(await openText.format({ indent: 0, sortKeys: false }).text()).toBe(wanted)
    expect(mended?.repairs.length || text.startsWith('%') || text.startsWith('{\\')).toBeTruthy()
  })

  it('is only offered mended where that is JSON, whatever comes', async () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      "'",
      'a',
      '1',
      '\\',
      '\n',
      '//',
      '(',
      ')',
      '…',
      'True',
      '-',
    ]
    let state = 1
    const next = () => {
      state = (state * 48_271) % 2_147_483_647
      return state
    }
    for (let round = 0; round < 3_000; round++) {
      const text = Array.from({ length: next() % 24 }, () => pieces[next() % pieces.length]).join('')
      const openText = new OpenText()
      const opening = await openText.open(text)
      if (opening.kind === 'problem' && opening.repairs)
        expect(openText.openRepaired().kind, text).toBe('opened')
    }
  })
})

describe('paths', () => {
  const text = '{"list":[{"id":1,"name":"甲","tags":["x"]},{"id":2,"name":"乙"},{"id":30}],"a b":{"id":4}}'
  it.each([
    ['$.list[*].id', ['$.list[0].id', '$.list[1].id', '$.list[2].id']],
    ['.list[].name', ['$.list[0].name', '$.list[1].name']],
    ['list[-1].id', ['$.list[2].id']],
    ['..id', ["$['a b'].id", '$.list[0].id', '$.list[1].id', '$.list[2].id']],
    ['$.list[0:2].id', ['$.list[0].id', '$.list[1].id']],
    ["$['a b'].id", ["$['a b'].id"]],
    ["$.list[?(@.name == '乙')].id", ['$.list[1].id']],
    ['$.list[?(@.id >= 2 && @.id < 30)].id', ['$.list[1].id']],
    ['$.list[?(@.tags)].id', ['$.list[0].id']],
    ['$.list[0,2].id', ['$.list[0].id', '$.list[2].id']],
    ['$.nothing', []],
  ])('%s', async (path, wanted) => {
    const openText = await opened(text)
    expect(openText.filter(path).paths.toSorted()).toEqual([...wanted].sort())
  })

  it('say where they are wrong, and leave nothing changed', async () => {
    const openText = await opened(text)
    expect(() => openText.filter('$.list[')).toThrow('路径第 8 个字符')
    expect(openText.filter('..id').count).toBe(4)
    expect(openText.filter('').total).toBe(3)
    expect(await openText.format({ indent: 0, sortKeys: false }).text()).toBe(text)
  })

  it('search finds what escapes say, in any case', async () => {
    const openText = await opened('{"Key":"\\u4e2d\\u6587","b":["ABC","abc\\n"],"n":123}')
    expect([
      openText.search('中文').count,
      openText.search('aBc').count,
      openText.search('key').count,
      openText.search('23').count,
    ]).toEqual([1, 2, 1, 1])
  })
})

describe('comparison', () => {
  const told = (left: string, right: string) =>
    compareJson(documentOf(left), documentOf(right)).changes.map(
      ({ kind, path }: Change) => `${kind} ${path}`,
    )
  it.each([
    ['{"a":1,"b":2}', '{"b":2.0,"a":1e0}', []],
    ['{"a":"中"}', '{"a":"\\u4e2d"}', []],
    ['{"a":1}', '{"a":"1","b":[]}', ['type $.a', 'added $.b']],
    ['[1,2,3,4]', '[1,3,4]', ['removed $[1]']],
    [
      '[{"id":1,"v":1},{"id":2},{"id":3}]',
      '[{"id":3},{"id":1,"v":2},{"id":2}]',
      ['changed $[0].v', 'moved $[2]'],
    ],
    ['{"n":12345678901234567890}', '{"n":12345678901234567891}', ['changed $.n']],
    ['[true]', '[false]', ['changed $[0]']],
    ['1\n2', '1\n3', ['changed $[1]']],
  ])('%s and %s', (left, right, wanted) => {
    expect(told(left, right)).toEqual(wanted)
  })
})
