// Go to definition and renaming: `|` is the cursor.
import { describe, expect, it } from 'vitest'
import { readStatement } from '#web/editor/completion/complete.ts'
import { definitionAt } from '#web/editor/completion/definition.ts'
import { renamingAt, writtenName } from '#web/editor/completion/renaming.ts'
import { catalog } from '../fixture/catalog.ts'

function read(marked: string) {
  const offset = marked.indexOf('|')
  const sql = marked.slice(0, offset) + marked.slice(offset + 1)
  return { sql, offset, view: readStatement(sql, 0, sql.length, catalog) }
}

/** With all places of the name as `new`; or the problem; or null. */
function renamed(marked: string): string | null {
  const { sql, offset, view } = read(marked)
  const found = renamingAt(view, offset)
  if (!found) return null
  if ('problem' in found) return found.problem
  return found.places.reduceRight(
    (text, { start, end }) => `${text.slice(0, start)}new${text.slice(end)}`,
    sql,
  )
}

describe('renaming', () => {
  it.each([
    [
      'select |l.user_id from dwd_user_login l where l.user_id > 1',
      'select new.user_id from dwd_user_login new where new.user_id > 1',
    ],
    ['select L.user_id from dwd_user_login |l', 'select new.user_id from dwd_user_login new'],
    [
      'with |c as (select 1 as x) select c.x from c join c as d using (x)',
      'with new as (select 1 as x) select new.x from new join new as d using (x)',
    ],
    [
      'with c as (select 1 as x), d as (select * from |c) select * from d, c',
      'with new as (select 1 as x), d as (select * from new) select * from d, new',
    ],
    // The inner one hides the outer.
    [
      'select |l.user_id from dwd_user_login l where exists (select 1 from dwd_pay_order l where l.user_id = 1)',
      'select new.user_id from dwd_user_login new where exists (select 1 from dwd_pay_order l where l.user_id = 1)',
    ],
    [
      'select l.user_id from dwd_user_login l where exists (select 1 from dwd_pay_order p where p.user_id = |l.user_id)',
      'select new.user_id from dwd_user_login new where exists (select 1 from dwd_pay_order p where p.user_id = new.user_id)',
    ],
    [
      'with c as (select 1 as x) select * from (with c as (select 2 as y) select * from |c) t, c',
      'with c as (select 1 as x) select * from (with new as (select 2 as y) select * from new) t, c',
    ],
    [
      'select channel as |ch, count(*) from dwd_user_login group by ch order by ch, l.ch',
      'select channel as new, count(*) from dwd_user_login group by new order by new, l.ch',
    ],
    [
      "select count(*) day, 'day' from dwd_user_login order by |day + interval 1 day",
      "select count(*) new, 'day' from dwd_user_login order by new + interval 1 day",
    ],
    [
      'with recursive |r as (select 1 as n union all select n + 1 from r where n < 3) from r',
      'with recursive new as (select 1 as n union all select n + 1 from new where n < 3) from new',
    ],
    ['select "我 的".user_id from dwd_user_login "我 |的"', 'select new.user_id from dwd_user_login new'],
    [
      'select * from (select count(*) as |n from dwd_user_login) t where t.n > 1',
      '外层也用到 n，请先在外层另起别名',
    ],
    ['select |user_id from dwd_user_login', 'user_id 是表里的列，名称不能在这里改'],
    ['select * from dwd_|user_login', '表名不能在这里改，可以给它起一个别名'],
    ['select co|unt(*) from dwd_user_login', null],
    ["select 'l|' from dwd_user_login l", null],
    ['sel|ect 1', null],
  ])('%s', (marked, wanted) => expect(renamed(marked)).toBe(wanted))

  it('writes a name as it must be', () => {
    expect(['a', '渠道', 'a b', 'select', '"q"', ' ', ''].map(writtenName)).toEqual([
      'a',
      '渠道',
      '"a b"',
      '"select"',
      'q',
      null,
      null,
    ])
  })
})

describe('definition', () => {
  /** The text from the place on, or the table. */
  const defined = (marked: string) => {
    const { sql, offset, view } = read(marked)
    const found = definitionAt(view, offset, catalog)
    if (!found) return null
    return 'place' in found ? sql.slice(found.place.start, found.place.start + 12) : found.table
  }
  it.each([
    ['with abc as (select 1 as x) select * from a|bc', 'abc as (sele'],
    ['select l|l.user_id from dwd_user_login ll where 1 = 1', 'll where 1 ='],
    ['select user_id from dwd_user_|login', { schema: 'main', name: 'dwd_user_login', column: null }],
    [
      'select l.user_|id from dwd_user_login l',
      { schema: 'main', name: 'dwd_user_login', column: 'user_id' },
    ],
    ['select * from tmp.v|ip', { schema: 'tmp', name: 'vip', column: null }],
    ['with c as (select count(*) as total from dwd_user_login) select to|tal from c', 'total from d'],
    [
      'with c as (select user_id from dwd_user_login) select user_|id from c',
      { schema: 'main', name: 'dwd_user_login', column: 'user_id' },
    ],
    ['select channel as ch1 from dwd_user_login order by c|h1', 'ch1 from dwd'],
    ['select su|m(user_id) from dwd_user_login', null],
    ['describe dwd_|user_login', { schema: 'main', name: 'dwd_user_login', column: null }],
    ['summarize tmp.v|ip', { schema: 'tmp', name: 'vip', column: null }],
  ])('%s', (marked, wanted) => expect(defined(marked)).toEqual(wanted))
})
