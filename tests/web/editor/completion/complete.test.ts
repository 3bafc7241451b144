// Completions by position: `|` is the cursor.
import { describe, expect, it } from 'vitest'
import { createStatementIndex } from '#shared/sql/statements.ts'
import { complete, readStatement, withLabels } from '#web/editor/completion/complete.ts'
import type { Item } from '#web/editor/completion/items.ts'
import type { SqlCatalog } from '#web/editor/types.ts'
import { catalog, login, register } from '../fixture/catalog.ts'

function at(marked: string, parameters: string[] = [], given: SqlCatalog = catalog) {
  const offset = marked.indexOf('|')
  const sql = marked.slice(0, offset) + marked.slice(offset + 1)
  const index = createStatementIndex()
  index.update(sql)
  const { start, end } = index.segmentAt(offset)
  return { sql, ...complete(readStatement(sql, start, end, given), offset, given, parameters) }
}
const names = (items: readonly Item[]) => items.map(({ name }) => name)
const columnsOf = (items: readonly Item[]) => names(items.filter(({ kind }) => kind === 'column'))
const loginColumns = login.columns.map(({ name }) => name)
const registerColumns = register.columns.map(({ name }) => name)

describe('columns of what a query reads', () => {
  /** Exactly these columns, in any order. */
  it.each<[string, string[]]>([
    ['select | from dwd_user_login', loginColumns],
    ['select | from DWD_USER_LOGIN', loginColumns],
    ['select | from "dwd_user_login"', loginColumns],
    ['select | from main.dwd_user_login', loginColumns],
    ['select l.| from dwd_user_login l', loginColumns],
    ['select l.| from dwd_user_login as l', loginColumns],
    ['select "l".| from dwd_user_login "l"', loginColumns],
    ['select L.| from dwd_user_login l', loginColumns],
    ['select dwd_user_login.| from dwd_user_login', loginColumns],
    ['select 登.| from dwd_user_login 登', loginColumns],
    ['select l.|\nfrom dwd_user_login l where', loginColumns],
    ['select l. | from dwd_user_login l', []],
    ['from dwd_user_login select |', loginColumns],
    ['from dwd_user_login l where l.|', loginColumns],
    ['select * from dwd_user_login where |', loginColumns],
    ['select * from dwd_user_login where user_id = 1 and |', loginColumns],
    ['select * from dwd_user_login where (user_id = 1 or (|', loginColumns],
    ['select * from dwd_user_login where user_id in (|', loginColumns],
    ['select count(distinct |) from dwd_user_login', loginColumns],
    ['select sum(case when | then 1 end) from dwd_user_login', loginColumns],
    ['select * from dwd_user_login qualify row_number() over (partition by |', loginColumns],
    ['select * from dwd_user_login where user_level between | and 3', loginColumns],
    ['select * from (dwd_user_login l) where |', loginColumns],
    ['select x. from dwd_user_login l where l.|', loginColumns],
    ['select 1; select | from dwd_user_login; select 2', loginColumns],
    ['select * from dwd_user_login where |; select * from dwd_pay_order', loginColumns],
    ['select * from dwd_pay_order; select * from dwd_user_login where |', loginColumns],
    ['select [| from dwd_user_login', []],
    ['select r.| from dwd_user_login l join dwd_user_register r on l.user_id = r.user_id', registerColumns],
    ['select r.| from dwd_user_login l, dwd_user_register r', registerColumns],
    ['select r.| from dwd_user_login l left join dwd_user_register r using (user_id)', registerColumns],
    ['select r.| from dwd_user_login l asof join dwd_user_register r', registerColumns],
    ['select r.| from dwd_user_login l cross join (dwd_user_register r)', registerColumns],
    ['select r.| from (dwd_user_login l join dwd_user_register r on true)', registerColumns],
    [
      'select r.| from dwd_user_login l left join dwd_user_register r on left(l.channel, 1) = r.channel',
      registerColumns,
    ],
    ['select t.| from tmp.vip t', ['user_id', '等级']],
    ['select vip.| from tmp.vip', ['user_id', '等级']],
    ['select | from tmp.vip', ['user_id', '等级']],
    ['select | from vip', []],
    ['select g.| from generate_series(1, 3) g', ['generate_series']],
    ['select g.| from generate_series(1, 3) g(n)', ['n']],
    ['select v.| from (values (1, 2), (3, 4)) v', ['col0', 'col1']],
    ['select v.| from (values (1, 2)) v(a, b)', ['a', 'b']],
  ])('%s', (sql, expected) => {
    const { items } = at(sql)
    const offered = columnsOf(items)
    if (expected.length === 0) {
      expect(offered.every((name) => !names(items).includes(`l.${name}`))).toBe(true)
      return
    }
    expect([...offered].sort()).toEqual([...expected].sort())
  })
})

describe('columns of subqueries and WITH', () => {
  it.each<[string, string[]]>([
    ['select s.| from (select user_id, channel as 渠道 from dwd_user_login) s', ['user_id', '渠道']],
    ['select | from (select user_id, channel c from dwd_user_login)', ['user_id', 'c']],
    ['select s.| from (select * from dwd_user_login) s', loginColumns],
    ['select s.| from (from dwd_user_login) s', loginColumns],
    [
      'select s.| from (select l.* from dwd_user_login l join dwd_pay_order p using (user_id)) s',
      loginColumns,
    ],
    [
      'select s.| from (select * exclude (user_id, channel) from dwd_user_login) s',
      ['login_date', 'server_id', 'user_level'],
    ],
    ['select s.| from (select * exclude user_id from dwd_user_login) s', loginColumns.slice(1)],
    ['select s.| from (select 1 a, 2 a, 3 A) s', ['a', 'a_1', 'A_2']],
    ['select s.| from (select count(*), count(*) as n from dwd_user_login) s', ['count_star()', 'n']],
    ['select s.| from (select user_id x, sum(1) from dwd_user_login) s', ['x']],
    ['select s.| from (select "a b", c."d" from t c) s', ['a b', 'd']],
    ['select s.| from (select a from t union all select b from t) s', ['a']],
    ['select s.| from ((select a from t) union all select b from t) s', ['a']],
    ['select s.| from (select a, b from t) s(x)', ['x', 'b']],
    ['select s.| from (select distinct a, b from t) s', ['a', 'b']],
    ['select s.| from (select distinct on (a) b from t) s', ['b']],
    ['select s.| from (select case when a then b end as c from t) s', ['c']],
    ['select s.| from (select case when a then b end from t) s', []],
    ['select s.| from (select not a from t) s', []],
    ['select s.| from (select a::date d, b is null from t) s', ['d']],
    ["select s.| from (select '华为' as 渠道, 1 n) s", ['渠道', 'n']],
    ['select s.| from (select (select max(x) from y) m) s', ['m']],
    ['select s.| from (select a from (select b as a from (select 1 as b))) s', ['a']],
    [
      'select | from (select * from dwd_user_login join dwd_user_register using (user_id, channel))',
      [...loginColumns, 'game_id', 'reg_time'],
    ],
    [
      'select | from (select * from dwd_user_login natural join dwd_user_register)',
      [...loginColumns, 'game_id', 'reg_time'],
    ],
    ['with a as (select user_id x from dwd_user_login) select | from a', ['x']],
    ['with a as (select 1 x), b as (select x y from a) select b.| from b', ['y']],
    ['with a as (select 1 x), b as (select a.| from a) select 1', ['x']],
    ['with a as (select 1 x), b as (select | from a', ['x']],
    ['with a(m, n) as (select 1, 2) select | from a', ['m', 'n']],
    ['with a as materialized (select 1 x) select | from a', ['x']],
    ['with a as not materialized (select 1 x) select | from a t', ['x']],
    ['with recursive r as (select 1 as n union all select r.| from r) select 1', ['n']],
    ['with recursive r(n) as (select 1 union all select | from r) select * from r', ['n']],
    ['with dwd_user_login as (select 1 x) select | from dwd_user_login', ['x']],
    ['with a as (select 1 x) select * from (select | from a)', ['x']],
    ['select * from (with a as (select 1 x) select | from a)', ['x']],
    ['with a as (select 1 x) select * from (with a as (select 2 y) select | from a)', ['y']],
    ['with a as (select 1 x) select s.| from (select * from a) s', ['x']],
    ['with a as (select 1 x) (select | from a)', ['x']],
    ['select 1 union all select | from tmp.vip', ['user_id', '等级']],
    ['select | from tmp.vip union all select 1', ['user_id', '等级']],
    ['select a.user_id from dwd_user_login a except select | from tmp.vip', ['user_id', '等级']],
    ['select s.| from (select * replace (1 as user_id) from dwd_user_login) s', loginColumns],
    [
      'select s.| from (select user_id -- a, b\n, /* c, */ channel from dwd_user_login) s',
      ['user_id', 'channel'],
    ],
    ['with a as (select 1 as "渠 道") select a.| from a', ['渠 道']],
    ['with a as (select * from a) select | from a', []],
  ])('%s', (sql, expected) => {
    const offered = columnsOf(at(sql).items)
    if (expected.length > 0) expect([...offered].sort()).toEqual([...expected].sort())
    else
      expect(offered.filter((name) => !/\./.test(name) && /^(a|b|not|end|null|case)$/.test(name))).toEqual([])
  })

  it('knows type, comment and dictionary through subqueries', () => {
    const [column] = at(
      'with a as (select channel c from dwd_user_login) select s.| from (select * from a) s',
    ).items
    expect(column).toMatchObject({ name: 'c', type: 'varchar', comment: '渠道' })
  })
})

describe('fields of a struct that the query makes', () => {
  const made = (struct: string, path = 's') =>
    `with a as (select ${struct} as s from t) select ${path}.| from a`
  it.each<[string, string[]]>([
    [made("{'x': 1, 'y': {'z': 2}}"), ['x', 'y']],
    [made("{'x': 1, 'y': {'z': 2}}", 's.y'), ['z']],
    [made("{'x': 1, 'y': {'z': 2}}", 'a.s.y'), ['z']],
    [made("{'x': 1, 'y': {'z': 2}}", 'S.Y'), ['z']],
    [made("{x: 1, \"q r\": 2, 渠道: 3, 'it''s': 4}"), ['x', 'q r', '渠道', "it's"]],
    [made('{x: f(a, b), y: case when a then 1 end}'), ['x', 'y']],
    [made('struct_pack(x := 1, y => {z: 1})'), ['x', 'y']],
    [made('struct_pack(x := 1, y => {z: 1})', 's.y'), ['z']],
    [made("struct_insert({'x': 1}, y := 2)"), ['x', 'y']],
    [made("struct_update({'x': 1}, x := {z: 2})", 's.x'), ['z']],
    [made("struct_concat({'x': 1}, {'y': 2})"), ['x', 'y']],
    [made("(({'x': 1}))"), ['x']],
    [made("any_value(coalesce({'x': 1}, null))"), ['x']],
    [made('b::struct(x bigint, y struct("z z" varchar, w int))'), ['x', 'y']],
    [made('b::struct(x bigint, y struct("z z" varchar, w int))', 's.y'), ['z z', 'w']],
    [made('cast(row(1, 2) as struct(x bigint, y decimal(18, 2)))'), ['x', 'y']],
    ["with a as (select {'x': 1} as s), b as (select * from a) select s.| from b", ['x']],
    ["with a as (select {'x': 1} as s), b as (select a.* from a) select b.s.| from b", ['x']],
    ["with a as (select {'x': {'y': 1}} as s), b as (select s.x as t from a) select t.| from b", ['y']],
    ["with a as (select {'x': {'y': 1}} as s), b as (select s.x from a) select x.| from b", ['y']],
    ["with a as (select {'x': {'y': 1}} as s), b as (select s.* from a) select x.| from b", ['y']],
    ["with a as (select {'x': 1} as s), b as (select s as t from a) select t.| from b", ['x']],
    ["with a(t) as (select {'x': 1}) select t.| from a", []],
    ["select s.| from (select {'x': 1} s) where true", ['x']],
    ["select 1 from (select {'x': 1} s) where s.|", ['x']],
    [made('row(1, 2)'), []],
    [made('(1, 2)'), []],
    [made("(select {'x': 1})"), []],
    [made("[{'x': 1}]"), []],
    [made("map {'x': 1}"), []],
    [made("{'x': "), []],
  ])('%s', (sql, expected) => expect(names(at(sql).items)).toEqual(expected))

  it('are found by what is typed, and by the pinyin of their names', () => {
    const sql = (typed: string) =>
      `with a as (select {'渠道': channel, 'user_id': user_id} as s from dwd_user_login) select s.${typed}| from a`
    for (const typed of ['qd', 'qudao', '渠']) expect(names(at(sql(typed)).items)).toEqual(['渠道'])
    expect(at(sql('us')).items[0]).toMatchObject({ name: 'user_id', type: 'bigint' })
  })

  it('are written as the engine reads them', () => {
    const [first, second] = at(made('{"q r": 1, "a""b": {z: 1}}')).items
    expect([first?.insert, second?.insert]).toEqual(['"q r"', '"a""b"'])
    expect(names(at(made('{"a""b": {z: 1}}', 's."a""b"')).items)).toEqual(['z'])
  })

  it('of structs that double with each name of WITH are told as far as anybody writes', () => {
    const chain = Array.from({ length: 40 }, (_, n) => `c${n + 1} as (select {x: s, y: s} as s from c${n})`)
    const { items } = at(`with c0 as (select {z: 1} as s), ${chain.join(', ')} select s.| from c40`)
    expect(names(items)).toEqual(['x', 'y'])
    const [x] = at(`with c0 as (select {z: 1} as s), ${chain.join(', ')} select s.| from c2`).items
    expect(x?.type).toBe('struct(x struct(z integer), y struct(z integer))')
  })
})

describe('joins', () => {
  it('name columns that both sides have by their owners', () => {
    const { items } = at('select us| from dwd_user_login l join dwd_pay_order p on l.user_id = p.user_id')
    expect(columnsOf(items)).toEqual(expect.arrayContaining(['l.user_id', 'p.user_id', 'user_level']))
    expect(columnsOf(items)).not.toContain('user_id')
  })
  it('leave merged columns bare', () => {
    const offered = columnsOf(
      at('select us| from dwd_user_login l join dwd_pay_order p using (user_id)').items,
    )
    expect(offered).toContain('user_id')
    expect(offered).not.toContain('p.user_id')
  })
  it('offer conditions by equal names, keys first', () => {
    const { items } = at('select * from dwd_user_login l join dwd_user_register r on |')
    expect(names(items).slice(0, 2)).toEqual(['l.user_id = r.user_id', 'l.channel = r.channel'])
  })
  it('offer conditions with every table before', () => {
    const { items } = at(
      'select * from dwd_user_login l join dwd_user_register r using (user_id) join dwd_pay_order p on |',
    )
    expect(names(items).slice(0, 2)).toEqual(['l.user_id = p.user_id', 'r.user_id = p.user_id'])
  })
  it('go on after AND', () => {
    const { items } = at(
      'select * from dwd_user_login l join dwd_user_register r on l.user_id = r.user_id and |',
    )
    expect(names(items)).toContain('l.channel = r.channel')
  })
  it('offer what USING can name', () => {
    const { items } = at('select * from dwd_user_login l join dwd_user_register r using (|)')
    expect(names(items).sort()).toEqual(['channel', 'user_id'])
  })
  it('offer columns of both sides behind an alias in ON', () => {
    expect(columnsOf(at('select * from dwd_user_login l join dwd_user_register r on l.|').items)).toEqual(
      loginColumns,
    )
    expect(
      columnsOf(at('select * from dwd_user_login l join dwd_user_register r on l.user_id = r.|').items),
    ).toEqual(registerColumns)
  })
})

describe('tables', () => {
  it.each([
    'select * from |',
    'select * from dwd_pay_order p join |',
    'select * from dwd_pay_order p left join | on true',
    'select * from dwd_pay_order p, |',
    'select * from (select * from |',
    'from |',
    'select * from dwd_pay_order where user_id in (select user_id from |)',
    'with a as (select * from |',
  ])('%s', (sql) => {
    const { items } = at(sql)
    expect(names(items)).toEqual(
      expect.arrayContaining(['dwd_user_login', 'dwd_user_register', 'dwd_pay_order', 'tmp.vip']),
    )
    expect(columnsOf(items)).toEqual([])
  })
  it.each([
    ['select * from deng|', 'dwd_user_login'],
    ['select * from dlls|', 'dwd_user_login'],
    ['select * from 登录|', 'dwd_user_login'],
    ['select * from order|', 'dwd_pay_order'],
    ['select * from dul|', 'dwd_user_login'],
    ['select * from czdd|', 'dwd_pay_order'],
    ['select * from vip|', 'tmp.vip'],
  ])('%s finds %s', (sql, table) => {
    expect(names(at(sql).items)[0]).toBe(table)
  })
  it('offer CTEs first, those of queries around as well, never later ones', () => {
    expect(
      names(at('with a as (select 1), b as (select 2) select * from |').items).slice(0, 2).sort(),
    ).toEqual(['a', 'b'])
    expect(
      names(at('with a as (select 1), b as (select * from |), c as (select 3) select 1').items),
    ).not.toContain('c')
    expect(names(at('with a as (select 1) select * from (select * from |)').items)).toContain('a')
  })
  it('offer temp tables behind tmp.', () => {
    expect(names(at('select * from tmp.|').items)).toEqual(['vip'])
  })
  it('offer joins and clauses behind a table', () => {
    const offered = names(at('select * from dwd_pay_order p |').items)
    expect(offered).toEqual(expect.arrayContaining(['where', 'left join', 'group by']))
    expect(offered).not.toContain('dwd_user_login')
  })
})

describe('by what is typed', () => {
  it.each([
    ['select qd| from dwd_user_login', 'channel'],
    ['select qudao| from dwd_user_login', 'channel'],
    ['select 渠| from dwd_user_login', 'channel'],
    ['select ch| from dwd_user_login', 'channel'],
    ['select CHAN| from dwd_user_login', 'channel'],
    ['select qf| from dwd_user_login', 'server_id'],
    ['select oufu| from dwd_user_login', 'server_id'],
    ['select ui| from dwd_user_login', 'user_id'],
    ['select l.dj| from dwd_user_login l', 'user_level'],
    ['select * from dwd_pay_order where czje|', 'pay_amount'],
    ['select * from dwd_pay_order where shouc|', '首充'],
    ['select * from (select channel as 渠道 from dwd_user_login) where qd|', '渠道'],
    ['select qd|', 'channel'],
    ['select chongzhije|', 'pay_amount'],
    ['select su|', 'sum()'],
    ['sel|', 'select'],
    ['select a fr|', 'from'],
    ['select * from dwd_pay_order wh|', 'where'],
    ['select * from dwd_pay_order gr|', 'group by'],
    ['select * from dwd_pay_order p le|', 'left join'],
    ['select casew|', 'casewhen'],
    ['select x::big|', 'bigint'],
    ['select cast(x as big|', 'bigint'],
  ])('%s → %s', (sql, expected) => {
    expect(names(at(sql).items)[0]).toBe(expected)
  })

  it('replaces what was typed from its start', () => {
    const { start, typed } = at('select a, l.us| from dwd_user_login l')
    expect([start, typed]).toEqual([12, 'us'])
  })
  it('quotes names that need it', () => {
    const order = at('select p.ord| from dwd_pay_order p').items.find(({ name }) => name === 'order')
    expect(order?.insert).toBe('"order"')
    const spaced = at('select s.| from (select 1 as "a ""b") s').items[0]
    expect(spaced?.insert).toBe('"a ""b"')
    const quoted = at('select "ord|" from dwd_pay_order').items
    expect(quoted.map(({ insert }) => insert)).toEqual(expect.arrayContaining(['"order"', '"order_id"']))
    expect(quoted.every(({ kind }) => kind !== 'keyword' && kind !== 'function')).toBe(true)
  })
})

describe('the rest of a query', () => {
  it.each<[string, string[], string[]]>([
    ['select channel as 渠道, count(*) n from dwd_user_login group by |', ['渠道', 'channel'], []],
    ['select channel as 渠道, count(*) n from dwd_user_login order by |', ['n', '渠道'], []],
    ['select channel as 渠道 from dwd_user_login where |', ['渠道'], []],
    [
      'select channel as 渠道 from dwd_user_login order by 渠道 |',
      ['desc', 'asc', 'limit'],
      ['渠道', 'channel'],
    ],
    ['select user_id | from dwd_user_login', ['as', 'from'], ['user_id', 'channel']],
    ['select * |', ['from'], ['select']],
    ['select user_id as | from dwd_user_login', [], ['user_id', 'from', 'channel']],
    ['with |', [], ['select', 'dwd_user_login']],
    ['select * from dwd_user_login where channel |', ['in', 'like', 'is null'], ['channel']],
    ['select * from dwd_user_login where user_id = |', ['user_level', 'sum()', 'case'], []],
    [
      'select * from dwd_user_login l where exists (select 1 from dwd_pay_order p where p.user_id = |)',
      ['pay_date', 'l.user_id'],
      [],
    ],
    ['select * from dwd_user_login limit |', [':n'], ['user_id']],
    ['select * from dwd_user_login where user_id = :|', [':n'], ['user_id']],
    ['select * from dwd_user_login where user_id = :n|', [':n'], ['user_id']],
    ['select 1.|', [], ['user_id', 'sum()']],
    ['select 12| from dwd_user_login', [], ['user_id']],
    ['select 1 -- us|', [], ['user_id']],
    ['select /* us| */ 1', [], ['user_id']],
    ["select 'us|' from dwd_user_login", [], ['user_id']],
    ['|', ['select', 'with', 'selfrom'], ['user_id']],
    ['select 1;\n|', ['select', 'with'], ['user_id']],
    ['select 1 union all |', ['select'], ['user_id']],
  ])('%s', (sql, some, none) => {
    const offered = names(at(sql, ['n']).items)
    for (const name of some) expect(offered).toContain(name)
    for (const name of none) expect(offered).not.toContain(name)
  })

  it('spreads a star', () => {
    const star = at('select | from tmp.vip').items.find(({ name }) => name === '*')
    expect(star?.insert).toBe('user_id, 等级')
    const owned = at('select v.| from tmp.vip v').items.find(({ name }) => name === '*')
    expect(owned?.insert).toBe('user_id, v.等级')
  })
  it('shows functions with their signatures after them', () => {
    const { items } = at('select date_t|')
    expect(items[0]).toMatchObject({ name: 'date_trunc()', insert: 'date_trunc($0)', next: 'signature' })
    expect(at('select toda|').items[0]).toMatchObject({ insert: 'today()' })
  })
})

describe('values that a dictionary names', () => {
  async function labels(sql: string): Promise<string[][]> {
    const completion = at(sql)
    if (!completion.wish) return []
    const given = await catalog.dictionary(completion.wish.dictId)
    return withLabels(completion, given)
      .filter(({ kind }) => kind === 'value')
      .map(({ name, insert }) => [name, insert])
  }
  it.each([
    ["select * from dwd_user_login where channel = '|'"],
    ["select * from dwd_user_login where channel = '|"],
    ["select * from dwd_user_login l where l.channel <> '|'"],
    ["select * from dwd_user_login where channel in ('|')"],
    ["select * from dwd_user_login where channel not in ('1002', '|')"],
    ["with a as (select channel c from dwd_user_login) select * from a where c = '|'"],
  ])('%s', async (sql) => {
    expect(await labels(sql)).toContainEqual(['华为', '1001'])
  })
  it('finds them by label, code and reading', async () => {
    expect(await labels("select * from dwd_user_login where channel = 'hw|'")).toEqual([['华为', '1001']])
    expect(await labels("select * from dwd_user_login where channel = '华|'")).toEqual([['华为', '1001']])
    expect((await labels("select * from dwd_user_login where channel = '1002|'"))[0]).toEqual([
      'App Store',
      '1002',
    ])
  })
  it('writes codes as the column needs them', async () => {
    expect(await labels('select * from dwd_user_login where channel = |')).toContainEqual([
      '应用宝',
      "'o''x'",
    ])
    expect(await labels('select * from dwd_user_register where game_id in (|')).toEqual([
      ['云海仙途', '1021'],
    ])
  })
  it('asks for none elsewhere', () => {
    expect(at("select '|' from dwd_user_login").wish).toBeNull()
    expect(at("select * from dwd_user_login where user_level = '|'").wish).toBeNull()
    expect(at("select concat(channel, '|') from dwd_user_login").wish).toBeNull()
  })
})

describe('broken text', () => {
  const sql =
    'with a as (select channel, sum(x) over (partition by 1) n from dwd_user_login l where c in (\'a\', :p)), b(x) as (values (1)) select case when a.n > 1 then [1:2] end as "q" from a join (b cross join tmp.vip v) using (n) where exists (select 1 from a z) group by all order by 1 desc limit 3'
  it('is read at any place, cut off anywhere', () => {
    for (let end = 0; end <= sql.length; end++) {
      const cut = sql.slice(0, end)
      for (const offset of [end, Math.floor(end / 2)]) {
        const { items, start } = at(`${cut.slice(0, offset)}|${cut.slice(offset)}`)
        expect(start).toBeLessThanOrEqual(offset)
        expect(items.every(({ insert }) => insert.length > 0)).toBe(true)
      }
    }
  })
  it('is read though its brackets do not fit', () => {
    for (const broken of [
      'select )|',
      'select ((((|',
      'with a as |',
      'with a as (|',
      'from (|',
      'select from from |',
      ') select |',
      'select * from a join join |',
    ])
      expect(() => at(broken)).not.toThrow()
  })
})

describe('snippets of one’s own', () => {
  const snippets = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: places of snippets are written so.
    { prefix: 'huoyue', title: '每日活跃', body: "select ${1:day}, '$100'", pinyin: 'mei ri huo yue' },
    { prefix: 'select', title: '', body: 'select 1' },
  ]
  const own: SqlCatalog = { ...catalog, snippets }
  const found = (marked: string) => at(marked, [], own)

  it('are offered by prefix and by the pinyin of what they are for, with their places alone to be filled in', () => {
    for (const typed of ['huo', 'mrhy', '活跃']) {
      const [first] = found(`${typed}|`).items
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as the editor writes it.
      expect(first).toMatchObject({ name: 'huoyue', isSnippet: true, insert: "select ${1:day}, '\\$100'" })
    }
    expect(names(found('select huo| from dwd_user_login').items)).toContain('huoyue')
  })

  it('stand behind what the language itself calls so, and nowhere that a name of a thing is due', () => {
    expect(
      found('select|')
        .items.map(({ kind, name }) => `${kind} ${name}`)
        .slice(0, 2),
    ).toEqual(['keyword select', 'snippet select'])
    for (const marked of [
      'select l.huo| from dwd_user_login l',
      'select "huo|"',
      "select 'huo|'",
      'select :huo|',
    ])
      expect(names(found(marked).items)).not.toContain('huoyue')
  })

  it('a thousand are offered no further than anybody reads', () => {
    const many = Array.from({ length: 1_000 }, (_, n) => ({ prefix: `s${n}`, title: '', body: 'select 1' }))
    expect(at('|', [], { ...catalog, snippets: many }).items.length).toBeLessThanOrEqual(200)
  })
})

describe('before FROM is written', () => {
  const first = (marked: string) => at(marked).items[0]?.name
  it.each([
    ['columns of WITH', 'with a as (select user_id, count(*) as dau from dwd_user_login) select d|', 'dau'],
    ['of a renamed WITH', 'with a(sigma) as (select 1) select s|', 'sigma'],
    [
      'of the nearest WITH',
      'with a as (select 1 as sum1), b as (select sum1 as sum2 from a) select su|',
      'sum2',
    ],
    ['of all tables, before functions', 'select c|', 'channel'],
    ['of a PIVOT, where its rows are turned', 'pivot dwd_user_login on ch|', 'channel'],
    ['of a PIVOT, in what it sums up', 'pivot dwd_user_login on channel using sum(use|)', 'user_id'],
    [
      'of a PIVOT, in its groups',
      'pivot dwd_user_login on channel using count(*) group by lo|',
      'login_date',
    ],
    [
      'of a PIVOT in WITH',
      'with p as (pivot dwd_user_login on channel using sum(user_id) group by login_date) select lo|',
      'login_date',
    ],
    [
      'of a PIVOT without groups',
      'select ser| from (pivot dwd_user_login on channel using sum(user_id))',
      'server_id',
    ],
    [
      'of the values of a PIVOT',
      "select ios| from (pivot dwd_user_login on channel in ('ios_a', 'web') using count(*) group by login_date)",
      'ios_a',
    ],
    ['of a PIVOT in FROM', 'select * from dwd_user_login pivot (count(*) for cha| in (1))', 'channel'],
    ['the table of a PIVOT', 'pivot dwd_pa|', 'dwd_pay_order'],
    ['the table of a PIVOT in brackets', 'select * from (unpivot dwd_pa|', 'dwd_pay_order'],
  ])('%s: %s', (_, marked, wanted) => expect(first(marked)).toBe(wanted))

  it('of what an outer query reads', () => {
    expect(names(at('select (select pay_d|) from dwd_pay_order p').items)).toContain('p.pay_date')
  })

  it('says nothing of what a PIVOT takes away', () => {
    expect(columnsOf(at('select | from (pivot dwd_user_login on channel using sum(user_id))').items)).toEqual(
      ['login_date', 'server_id', 'user_level'],
    )
  })
})

describe('on a ClickHouse', () => {
  const given: SqlCatalog = {
    ...catalog,
    functions: [{ name: 'uniqExact', kind: 'aggregate', signatures: ['uniqExact()'], description: '' }],
  }
  it('offers its functions, types and clauses, and none of DuckDB’s types', () => {
    expect(names(at('select uniq| from dwd_user_login', [], given).items)).toContain('uniqExact()')
    const types = names(at('select cast(user_id as |', [], given).items)
    expect(types).toEqual(expect.arrayContaining(['Int64', 'Decimal(18, 2)', 'Nullable(String)']))
    expect(types).not.toContain('hugeint')
    expect(names(at('select cast(user_id as |').items)).toContain('hugeint')
    expect(names(at('select * from dwd_user_login fin|', [], given).items)).toContain('final')
    expect(names(at('select * from dwd_user_login fin|').items)).not.toContain('final')
    expect(names(at('select * from dwd_user_login order by day with|', [], given).items)).toContain(
      'with fill',
    )
  })
})
