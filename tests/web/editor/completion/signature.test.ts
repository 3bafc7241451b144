import { describe, expect, it } from 'vitest'
import { readStatement } from '#web/editor/completion/complete.ts'
import { hoverAt } from '#web/editor/completion/hover.ts'
import { callAt, readSignature } from '#web/editor/completion/signature.ts'
import { catalog } from '../fixture/catalog.ts'

function read(marked: string) {
  const offset = marked.indexOf('|')
  const sql = marked.slice(0, offset) + marked.slice(offset + 1)
  return { view: readStatement(sql, 0, sql.length, catalog), offset }
}
const call = (marked: string) => {
  const { view, offset } = read(marked)
  const found = callAt(view.words, offset, catalog)
  return found && [found.signatures[found.active]?.label.split('(')[0], found.argument]
}
const hover = (marked: string) => {
  const { view, offset } = read(marked)
  return hoverAt(view, offset, catalog)
}

describe('the call around the cursor', () => {
  it.each<[string, unknown]>([
    ['select date_trunc(|', ['date_trunc', 0]],
    ["select date_trunc('day', |) from t", ['date_trunc', 1]],
    ["select date_trunc('a,b', f(1, 2), |", ['date_trunc', 2]],
    ['select sum((a + |)) from t', ['sum', 0]],
    ["select date_trunc('day', sum(|))", ['sum', 0]],
    ["select date_trunc('day', sum(a)|)", ['date_trunc', 1]],
    ['select date_trunc(|) , 2', ['date_trunc', 0]],
    ['select sum(a) |', null],
    ['select (|', null],
    ['select unknown_function(|', null],
    ['select a from t where b in (|', null],
  ])('%s', (marked, expected) => {
    expect(call(marked)).toEqual(expected)
  })

  it('takes the first signature that has so many arguments', () => {
    const { view, offset } = read('select count(|')
    expect(callAt(view.words, offset, catalog)?.active).toBe(1)
  })

  it('finds the parameters in a signature', () => {
    const label = 'f(a: DECIMAL(18, 2), b: MAP(K, V)[], [c]) → DATE'
    const parts = readSignature(label).parameters.map(([start, end]) => label.slice(start, end))
    expect(parts).toEqual(['a: DECIMAL(18, 2)', 'b: MAP(K, V)[]', '[c]'])
    expect(readSignature('f()').parameters).toEqual([])
    expect(readSignature('f').parameters).toEqual([])
  })
})

describe('what is pointed at', () => {
  it('a column, through aliases and WITH', () => {
    const found = hover('with a as (select * from dwd_pay_order) select a.pay_|amount from a')
    expect(found).toMatchObject({ title: 'pay_amount DECIMAL(18,2)' })
    expect(found?.lines).toEqual(['充值金额', '来自 dwd_pay_order', '指标：充值金额、ARPU'])
  })
  it('a column with a dictionary', () => {
    expect(hover('select chan|nel from dwd_user_login')?.dictId).toBe(12)
  })
  it('a table, an alias, a CTE, a temp table', () => {
    expect(hover('select * from dwd_user_|login')?.lines[0]).toBe('登录流水')
    expect(hover('select * from dwd_user_|login')?.lines[1]).toBe('123.5 万行，5 列')
    expect(hover('select |l.user_id from dwd_user_login l')?.lines[0]).toBe('dwd_user_login 的别名')
    expect(hover('with ab as (select 1 x) select * from a|b')?.lines).toEqual(['WITH 子句 ab', 'x'])
    expect(hover('select * from tmp.vi|p')?.lines[0]).toContain('12 行')
  })
  it('a function, a parameter, an alias of the SELECT', () => {
    expect(hover('select su|m(1)')?.title).toContain('sum(arg: DECIMAL)')
    expect(hover('select :sta|rt')?.title).toBe(':start')
    expect(hover('select count(*) as n from dwd_user_login order by |n')?.title).toBe('n BIGINT')
  })
  it('nothing that is known', () => {
    expect(hover("select 'us|er_id' from dwd_user_login")).toBeNull()
    expect(hover('sel|ect 1')).toBeNull()
    expect(hover('select nope| from dwd_user_login')).toBeNull()
  })
})
