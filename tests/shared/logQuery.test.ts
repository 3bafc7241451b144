// The query language of logs: its meaning, errors, the part under the cursor, and inserting values.
import { describe, expect, it } from 'vitest'
import { readQuery } from '#shared/logQuery/read.ts'
import { markedTexts, typingAt, writtenTest } from '#shared/logQuery/words.ts'
import { drawn } from '../factories/drawn.ts'

const text = (...pattern: string[]) => ({ kind: 'text', pattern })
const field = (name: string, test: object) => ({ kind: 'field', name, test })
const range = (least: number, most: number, beyondLeast = false, beforeMost = false) => ({
  kind: 'range',
  least,
  most,
  beyondLeast,
  beforeMost,
})

describe('a query', () => {
  it.each<[string, object]>([
    ['', { kind: 'all' }],
    ['error timeout', { kind: 'and', parts: [text('error'), text('timeout')] }],
    ['"connection reset"', text('connection reset')],
    ['“连接 中断”', text('连接 中断')],
    ['a*b', text('a', 'b')],
    ['a\\*b', text('a*b')],
    ['http://x/?a=1 10:30', { kind: 'and', parts: [text('http://x/?a=1'), text('10:30')] }],
    [
      'a or b and not c',
      {
        kind: 'or',
        parts: [text('a'), { kind: 'and', parts: [text('b'), { kind: 'not', part: text('c') }] }],
      },
    ],
    ['登录 或 重试', { kind: 'or', parts: [text('登录'), text('重试')] }],
    ['-level:info', { kind: 'not', part: field('level', { kind: 'word', pattern: ['info'] }) }],
    ['not not a', text('a')],
    ['状态：失败', field('状态', { kind: 'word', pattern: ['失败'] })],
    ['user=ann', field('user', { kind: 'same', pattern: ['ann'] })],
    ['user!="o b"', { kind: 'not', part: field('user', { kind: 'same', pattern: ['o b'] }) }],
    ['"a b":c', field('a b', { kind: 'word', pattern: ['c'] })],
    ['trace:*', field('trace', { kind: 'exists' })],
    ['ms>=1.5', field('ms', range(1.5, Number.POSITIVE_INFINITY))],
    ['ms<-3', field('ms', range(Number.NEGATIVE_INFINITY, -3, false, true))],
    ['ms:100..500', field('ms', range(100, 500))],
    ['ms:..500', field('ms', range(Number.NEGATIVE_INFINITY, 500))],
    ['ms:[100 TO *]', field('ms', range(100, Number.POSITIVE_INFINITY))],
    ['ms:{100 to 500]', field('ms', range(100, 500, true))],
    [
      'user:(ann or bob)',
      { kind: 'or', parts: ['ann', 'bob'].map((name) => field('user', { kind: 'word', pattern: [name] })) },
    ],
  ])('%s is read', (query, condition) => {
    expect(readQuery(query)).toMatchObject({ condition, problems: [] })
  })

  it.each<[string, number, number, string]>([
    ['a "b c', 2, 6, '引号没有结束'],
    ['(a', 0, 1, '括号没有结束'],
    ['a )', 2, 3, '多了一个右括号'],
    ['a ()', 2, 4, '括号里缺少条件'],
    ['a or', 2, 4, '「或」的后面缺少条件'],
    ['and a', 0, 3, '「且」的前面缺少条件'],
    ['not', 0, 3, '「非」的后面缺少条件'],
    ['x: a', 0, 2, '「x」的后面缺少值'],
    ['x>abc', 2, 5, '「>」的后面应为数字'],
    ['x:[1 TO', 2, 7, '范围没有结束'],
    ['x:[a TO b]', 2, 10, '范围写作 [100 TO 500]，两端为数字或 *'],
  ])('%s is refused at its place', (query, from, to, message) => {
    expect(readQuery(query).problems).toContainEqual({ from, to, message })
  })

  it('that is deep, long or nonsense is read to its end all the same', () => {
    expect(readQuery('('.repeat(2_000)).problems.length).toBeGreaterThan(0)
    expect(readQuery('a '.repeat(1_000)).problems).toHaveLength(1)
    const next = drawn(Number(process.env.SEED ?? 1))
    const signs = [...'ab"“:=<>!()[]{}*.\\-：（ 。或', ' and ', ' not ', ' TO ']
    for (let round = 0; round < 2_000; round += 1) {
      const query = Array.from({ length: 12 }, () => signs[Math.floor(next() * signs.length)]).join('')
      for (const { from, to } of readQuery(query).tokens)
        expect(from < to && to <= query.length, query).toBe(true)
    }
  })
})

describe('beside it', () => {
  it('what it finds is marked, what it leaves out is not', () => {
    expect(markedTexts(readQuery('a -b user:ann or c*d').condition)).toEqual(['a', 'ann', 'c', 'd'])
  })

  it('what is typed is known where the caret stands', () => {
    expect(typingAt('a stat', 6)).toEqual({ kind: 'field', field: '', from: 2, to: 6, typed: 'stat' })
    expect(typingAt('status:5', 8)).toEqual({ kind: 'value', field: 'status', from: 7, to: 8, typed: '5' })
  })

  it('a value that is written into it is read as itself', () => {
    for (const value of [
      'ann',
      'or',
      'a b',
      '-x',
      '(',
      'say "no"',
      'a\\b',
      '1..2',
      'a*',
      '中文',
      'x:y',
      '',
    ]) {
      const { condition, problems } = readQuery(writtenTest('in.user', value))
      expect([condition, problems]).toEqual([field('in.user', { kind: 'same', pattern: [value] }), []])
    }
  })
})
