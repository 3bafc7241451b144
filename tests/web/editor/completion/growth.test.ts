// Parsing a text while typing takes linear time for every generated text, so none can freeze the page.
import { describe, expect, it } from 'vitest'
import { growth } from '#tests/factories/steps.ts'
import { complete, readStatement } from '#web/editor/completion/complete.ts'
import { doubtsOf } from '#web/editor/completion/doubts.ts'
import { hoverAt } from '#web/editor/completion/hover.ts'
import { catalog } from '../fixture/catalog.ts'

const each = (count: number, text: (at: number) => string, between = ', ') =>
  Array.from({ length: count }, (_, at) => text(at)).join(between)

const shapes: [string, (count: number) => string][] = [
  ['words of a clause', (n) => `select user_id from dwd_user_login ${'group by '.repeat(n)}`],
  ['items of GROUP BY', (n) => `select user_id from dwd_user_login group by ${each(n, (at) => `c${at}`)}`],
  ['columns that are not there', (n) => `select ${each(n, (at) => `c${at} a${at}`)} from dwd_user_login`],
  ['CASE', (n) => `select ${each(n, () => 'case when user_id then 1 end')} from dwd_user_login`],
  ['clauses without a semicolon', (n) => 'select user_id from dwd_user_login group by user_id\n'.repeat(n)],
  ['arms of a UNION', (n) => each(n, () => 'select user_id from dwd_user_login group by 1', ' union all ')],
  ['names behind names', (n) => `select ${'a.'.repeat(n)}b from dwd_user_login a`],
  ['brackets', (n) => `select ${'('.repeat(n)}`],
  ['brackets of a FROM', (n) => `select * from ${'('.repeat(n)}`],
  ['calls in calls', (n) => `select ${'sum('.repeat(n)}nosuch${')'.repeat(n)} from dwd_user_login`],
  ['structs in structs', (n) => `select ${"{'a': ".repeat(n)}`],
  ['queries in brackets', (n) => `select ${'(select user_id from dwd_user_login), '.repeat(n)}1`],
  ['queries in queries', (n) => 'select * from ('.repeat(n)],
  ['queries at the beginning', (n) => '(select '.repeat(n)],
  ['tables', (n) => `select nosuch from ${each(n, (at) => `dwd_user_login a${at}`)}`],
  [
    'columns of many tables',
    (n) =>
      `select ${each(n, (at) => `a${at}.nosuch`)} from ${each(n, (at) => `dwd_user_login a${at}`)} where us`,
  ],
  [
    'joins',
    (n) =>
      `select * from dwd_user_login ${each(n, (at) => `join dwd_user_login b${at} using (user_id)`, ' ')} where us`,
  ],
  [
    'conditions',
    (n) => `select * from dwd_user_login ${'join dwd_user_login on user_id = user_id '.repeat(n)}`,
  ],
  [
    'parts of a PIVOT',
    (n) => `pivot dwd_user_login on channel using ${each(n, () => 'sum(user_id)')} group by us`,
  ],
  [
    'lists of a PIVOT',
    (n) =>
      `select us from (pivot dwd_user_login on channel in (${each(n, (at) => `'c${at}'`)}) using count(*))`,
  ],
  [
    'PIVOT in PIVOT',
    (n) => `select us from ${'(pivot '.repeat(n)}dwd_user_login${' on channel using count(*))'.repeat(n)}`,
  ],
  [
    'natural joins',
    (n) => `select * from dwd_user_login ${'natural join dwd_user_login '.repeat(n)} where us`,
  ],
]

describe('grows as the text does', () => {
  it.each(shapes)('%s', (_, text) => {
    const grows = growth(300, (count) => {
      const sql = text(count)
      return () => {
        const view = readStatement(sql, 0, sql.length, catalog)
        complete(view, sql.length, catalog)
        complete(view, sql.indexOf(' ', sql.length / 2) + 1, catalog)
        doubtsOf(view, catalog)
        hoverAt(view, sql.length / 2, catalog)
      }
    })
    expect(grows).toBeLessThan(6)
  })

  it('queries of WITH before FROM', () => {
    const grows = growth(100, (count) => {
      const sql = `with ${each(count, (at) => `c${at} as (select user_id from dwd_user_login)`)} select us`
      return () => complete(readStatement(sql, 0, sql.length, catalog), sql.length, catalog)
    })
    expect(grows).toBeLessThan(12)
  })

  it('names of WITH that read each other', () => {
    const chained = (count: number) =>
      `with c0 as (select user_id from dwd_user_login), ${each(count, (at) => `c${at + 1} as (select * from c${at})`)} select us from c1`
    const grows = growth(100, (count) => () => {
      const sql = chained(count)
      const view = readStatement(sql, 0, sql.length, catalog)
      complete(view, sql.length, catalog)
      doubtsOf(view, catalog)
    })
    expect(grows).toBeLessThan(12)
  })
})

it('columns that double with each name of WITH are told as far as anybody reads', () => {
  const sql = `with c0 as (select * from dwd_user_login), ${each(30, (at) => `c${at + 1} as (select * from c${at} a, c${at} b)`)} select nosuch, | from c30`
  const offset = sql.indexOf('|')
  const text = sql.replace('|', '')
  const view = readStatement(text, 0, text.length, catalog)
  expect(complete(view, offset, catalog).items).toHaveLength(200)
  // Whether it is one of those that are left out nobody knows.
  expect(doubtsOf(view, catalog)).toEqual([])
})

it('queries deeper than anybody writes, and thousands that read each other, are read without a failure', () => {
  const texts = [
    `select * from ${'('.repeat(50_000)}`,
    'select * from ('.repeat(50_000),
    `with c0 as (select user_id from dwd_user_login), ${each(3_000, (at) => `c${at + 1} as (select * from c${at})`)} select us from c3000`,
  ]
  for (const sql of texts) {
    const view = readStatement(sql, 0, sql.length, catalog)
    expect(() => complete(view, sql.length, catalog)).not.toThrow()
    expect(() => doubtsOf(view, catalog)).not.toThrow()
  }
})
