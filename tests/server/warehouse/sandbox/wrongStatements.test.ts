// Wrong statements of every kind, through the check and the engine: each is told in Chinese, at its place. The texts
// are in texts/wrong.sql, one a line; the engine's own messages in texts/engineMessages.txt.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sqlFailure } from '#server/warehouse/sandbox/check/failure.ts'
import { type Failure, type Gate, openGate } from './gate.ts'

const linesOf = (name: string): string[] =>
  readFileSync(new URL(`./texts/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')

const mark = '引擎原文：'

let gate: Gate
const told = new Map<string, Failure>()
beforeAll(async () => {
  gate = await openGate()
  for (const sql of linesOf('wrong.sql')) told.set(sql, await gate.failure(sql))
})
afterAll(() => gate.close())

it('tells every wrong statement in Chinese, or with the engine’s own sentence below', () => {
  const untold = [...told].filter(([, { message }]) => {
    const [first = '', below = ''] = message.split('\n')
    if (!/[\u4e00-\u9fff]/.test(first)) return true
    if (/[a-z]{2,} [a-z]{2,} [a-z]{2,}/i.test(first.replace(/「[^」]*」|[A-Z_]{2,}/g, ''))) return true
    return /请检查这里的写法与类型$/.test(first) && !message.includes('函数') && !below.startsWith(mark)
  })
  expect(untold.map(([sql, { message }]) => `${sql} → ${message}`)).toEqual([])
  expect(told.size).toBeGreaterThan(1_000)
  // Those that have a sentence of ours, in Chinese, are nearly all.
  expect([...told.values()].filter(({ message }) => message.includes(mark)).length).toBeLessThan(10)
})

it('gives a wrong statement its place, line and column', () => {
  const placed = [...told].filter(([, { problem }]) => problem !== null)
  for (const [sql, { problem }] of placed) {
    const line = sql.split('\n')[(problem?.line ?? 0) - 1] ?? ''
    expect(line.slice((problem?.column ?? 0) - 1)).toContain(problem?.near)
  }
  // Some are about the whole statement, or about a name that it has several times.
  expect(told.size - placed.length).toBeLessThan(told.size * 0.03)
})

it.each([
  ['select list_distance([1], [1, 2])', 'list_distance', /两个列表长度须相同/],
  ["select 1 +\n  struct_extract(row(1, 2), 'a')", 'struct_extract', /字段没有名称/],
  ['select list_zip(amount) from pay', 'list_zip', /须是列表/],
  ['select greatest(ds, 1) from pay', '1', /DATE 与 整数 不能放在一起/],
  ['select json_object(1, 2)', 'json_object', /键须是文本/],
])('tells where and why: %s', async (sql, near, why) => {
  const { message, problem } = await gate.failure(sql)
  expect(message).toMatch(why)
  expect(problem?.near.toLowerCase()).toContain(near)
})

const strangers = [
  '/srv/data/warehouse/facts_12.duckdb',
  'C:\\data\\facts_12.wal',
  'wages_of_wang',
  'facts_12',
  '"wages"',
  "'wages'",
  'tmp.wages',
  'u17',
  '工资',
]

it('names no path, no table of others and nothing of its own in the engine’s sentences', () => {
  const leaks: string[] = []
  for (const template of linesOf('engineMessages.txt')) {
    for (const stranger of strangers) {
      const bare = stranger.replace(/^["']|["']$/g, '')
      const quoted = /"%s"|'%s'/.test(template)
        ? template.replace(/%s/g, bare)
        : template.replace(/%s/g, stranger)
      const { message } = sqlFailure(new Error(`Binder Error: ${quoted}`), 'select amount from pay')
      const [, sentence = ''] = message.split(mark)
      if (sentence.includes(bare)) leaks.push(sentence)
    }
  }
  expect(leaks).toEqual([])
})

it('keeps in the engine’s sentence what the reader wrote', () => {
  const message = (text: string, sql: string) => sqlFailure(new Error(text), sql).message
  expect(
    message(
      'Binder Error: Bad use of "amount" with main.list_value(INTEGER_LITERAL)',
      'select amount from pay',
    ),
  ).toBe('语句有误\n引擎原文：Bad use of "amount" with list_value(INTEGER)')
  expect(message('Binder Error: Bad use of "wages" by it. Use SET odd=true to allow it', 'select 1')).toBe(
    '语句有误\n引擎原文：Bad use of … by it.',
  )
  expect(message('Binder Error: Table order does not work with wages here', 'select 1')).toBe(
    '语句有误\n引擎原文：Table … does not work with … here',
  )
  expect(message('Parser Error: Odd', 'select 1')).toBe('语法错误，请检查这里的写法与类型')
  expect(message('IO Error: Could not read file of wages', 'select 1')).toBe('不能读取文件')
})
