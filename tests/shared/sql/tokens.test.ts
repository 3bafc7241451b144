// The scanner, compared with the real engine where possible.
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenize } from '#shared/sql/tokens.ts'

/** Kind and text of each token that says something. */
function read(sql: string): string[] {
  return tokenize(sql)
    .filter(({ kind }) => kind !== 'space')
    .map(({ kind, start, end, open }) => `${kind}${open ? '!' : ''} ${sql.slice(start, end)}`)
}

describe('tokens', () => {
  it.each<[string, string[]]>([
    ['a /* b /* c */ d */ e', ['word a', 'comment /* b /* c */ d */', 'word e']],
    ['/*/*/ x */*/ a', ['comment /*/*/ x */*/', 'word a']],
    ['/* a /* b */', ['comment! /* a /* b */']],
    ['-- a\r select', ['comment -- a', 'word select']],
    ['-- a\u2028b', ['comment -- a\u2028b']],
    ["'it''s'", ["text 'it''s'"]],
    ["'a\\'", ["text 'a\\'"]],
    ["e'a\\'b' c", ["text e'a\\'b'", 'word c']],
    ["E'it''s'", ["text E'it''s'"]],
    ["x'ab' B'01' n'\\'", ["text x'ab'", "text B'01'", "text n'\\'"]],
    ["ae'x'", ['word ae', "text 'x'"]],
    ["'open", ["text! 'open"]],
    ['"a""b"', ['quoted "a""b"']],
    ['"open', ['quoted! "open']],
    ['$$a;b$$ c', ['text $$a;b$$', 'word c']],
    ['$a$ x $$ $b$ $a$', ['text $a$ x $$ $b$ $a$']],
    ['$中$a$中$', ['text $中$a$中$']],
    ['a$$b$$', ['word a$$b$$']],
    ['$1 + $name', ['symbol $1', 'symbol +', 'symbol $name']],
    ['$$open', ['text! $$open']],
    ['1_000 1__0', ['number 1_000', 'number 1', 'word __0']],
    ['0x1F', ['number 0', 'word x1F']],
    ['1e5 1e 1.e3 .5 5.', ['number 1e5', 'number 1', 'word e', 'number 1.e3', 'number .5', 'number 5.']],
    ['1..2', ['number 1', 'symbol .', 'number .2']],
    ['1_000.5_0e-1_0', ['number 1_000.5_0e-1_0']],
    [':a::int', ['parameter :a', 'symbol ::', 'word int']],
    ['a::int', ['word a', 'symbol ::', 'word int']],
    ['f(x := :y)', ['word f', 'symbol (', 'word x', 'symbol :=', 'parameter :y', 'symbol )']],
    ['l[1:2]', ['word l', 'symbol [', 'number 1', 'symbol :', 'number 2', 'symbol ]']],
    ['l[a:b]', ['word l', 'symbol [', 'word a', 'symbol :', 'word b', 'symbol ]']],
    ['l[:n]', ['word l', 'symbol [', 'parameter :n', 'symbol ]']],
    [
      '[x for x in :list]',
      ['symbol [', 'word x', 'word for', 'word x', 'word in', 'parameter :list', 'symbol ]'],
    ],
    ['{a:b}', ['symbol {', 'word a', 'symbol :', 'word b', 'symbol }']],
    ["{'a': :b}", ['symbol {', "text 'a'", 'symbol :', 'parameter :b', 'symbol }']],
    ['[f(:a)]', ['symbol [', 'word f', 'symbol (', 'parameter :a', 'symbol )', 'symbol ]']],
    ['lambda x:x', ['word lambda', 'word x', 'symbol :', 'word x']],
    [
      'lambda x, y:x = :z',
      ['word lambda', 'word x', 'symbol ,', 'word y', 'symbol :', 'word x', 'symbol =', 'parameter :z'],
    ],
    ['x -> x ->> 1', ['word x', 'symbol ->', 'word x', 'symbol ->>', 'number 1']],
    ['[1; :a]', ['symbol [', 'number 1', 'symbol ;', 'parameter :a', 'symbol ]']],
    [':起始日期 :a_1', ['parameter :起始日期', 'parameter :a_1']],
    ['渠道，a', ['word 渠道，a']],
    ['😀.é', ['word 😀', 'symbol .', 'word é']],
    ['a\u00a0b\u3000c\u200bd\ufeff', ['word a', 'word b', 'word c', 'word d']],
    ['a\u0000b', ['word a', 'unknown \u0000', 'word b']],
    ["u&'a'", ['word u', 'symbol &', "text 'a'"]],
    [':', ['symbol :']],
    ['select ?', ['word select', 'symbol ?']],
  ])('of %j', (sql, expected) => {
    expect(read(sql)).toEqual(expected)
  })

  it('cover any text without a gap', () => {
    const pieces = [
      "'",
      '"',
      '$',
      '$$',
      '/*',
      '*/',
      '--',
      '\n',
      ':',
      'a',
      '1',
      '.',
      '[',
      '}',
      ';',
      '中',
      '😀',
      '\u0000',
    ]
    let seed = 7
    for (let round = 0; round < 500; round++) {
      let sql = ''
      for (let at = 0; at < 30; at++) {
        seed = (seed * 1103515245 + 12345) % 2147483648
        sql += pieces[seed % pieces.length]
      }
      let reached = 0
      for (const { start, end } of tokenize(sql)) {
        expect(start).toBe(reached)
        expect(end).toBeGreaterThan(start)
        reached = end
      }
      expect(reached).toBe(sql.length)
    }
  })
})

describe('the engine reads as the scanner does', () => {
  let instance: DuckDBInstance
  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:')
  })
  afterAll(() => instance.closeSync())

  /** Each text is one value, or several parted by nothing but what the scanner calls space and comments. */
  it.each([
    'select 1 /* a /* b */ , 9 */ as x, 2',
    'select 1 /*/*/ , 9 */*/ , 2',
    'select 1 -- , 9\r, 2',
    "select e'a\\',9', 2",
    "select n'\\', 2",
    'select $a$, 9 $$ $a$, 2',
    'select 1_000.5_0, 2',
    'select 1\u00a0as\u3000x,\u200b2\ufeff',
    'select 1 as "a"",9", 2',
    'select 1 as 渠，道, 2',
    'select [1, 2][1:2], 2',
  ])('%j', async (sql) => {
    const connection = await instance.connect()
    const { columnCount } = await connection.runAndReadAll(sql)
    connection.closeSync()
    let depth = 0
    let commas = 0
    for (const { kind, start } of tokenize(sql)) {
      if (kind !== 'symbol') continue
      if (sql[start] === '[') depth += 1
      if (sql[start] === ']') depth -= 1
      if (sql[start] === ',' && depth === 0) commas += 1
    }
    expect(commas).toBe(columnCount - 1)
    expect(columnCount).toBe(2)
  })
})
