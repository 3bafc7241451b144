// Row rules by dimensions: expected values computed by hand, and refusals.
import { describe, expect, it } from 'vitest'
import { compileReport, compileRows, compileValues, unjoinable } from '#semantic/compile.ts'
import { holdsRows, type RowRule, scopeKey } from '#semantic/model/rowScope.ts'
import type { CompileContext, ReportInfo } from '#semantic/model/types.ts'
import type { RowsStatements } from '#semantic/sql/factRows.ts'
import { dims, makeContext, makeModel, points } from '../semantic/model.ts'
import { answer, ask } from './golden.ts'

const info: ReportInfo = { dims: [dims.game], points: [points.revenue, points.users] }
const only = (dim: number, ...values: RowRule['values']): RowRule => ({
  dim,
  how: 'only',
  values,
  open: false,
})
const except = (dim: number, ...values: RowRule['values']): RowRule => ({
  dim,
  how: 'except',
  values,
  open: false,
})
const under = (...rules: RowRule[]) => ({ info, context: { rules } })

async function valuesOf(dimensionId: number, ...rules: RowRule[]) {
  const compile = (dialect: CompileContext['dialect']) =>
    compileValues({ dimensionId, limit: 100 }, makeModel(), makeContext({ rules, dialect }))
  return (await ask(compile)).cells.map(([value]) => value)
}

const refusal = (asked: ReportInfo, ...rules: RowRule[]): string => {
  try {
    compileReport(asked, makeModel(), makeContext({ rules }))
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe("a reader's rules on rows", () => {
  it('leave the rows of the values, in every fact, in rows and total', async () => {
    const { total, rows } = await answer(null, under(only(dims.channel, 'x')))
    expect(rows).toEqual([['a', 130.5, 2]])
    expect(total).toEqual([null, 130.5, 2])
  })

  it('or all others, the empty value with them', async () => {
    const { total, rows } = await answer(null, under(except(dims.channel, 'x')))
    expect(rows).toEqual([
      ['c', 7, 1],
      ['b', 5.25, 1],
      ['a', 3, 1],
    ])
    expect(total).toEqual([null, 15.25, 3])
  })

  it('know the empty value from the empty text', async () => {
    expect((await answer(null, under(only(dims.channel, null)))).rows).toEqual([['c', 7, 1]])
    expect((await answer(null, under(only(dims.channel, '')))).rows).toEqual([['a', 3, 1]])
    expect((await answer(null, under(except(dims.channel, null, 'x')))).total).toEqual([null, 8.25, 2])
  })

  it('are looked up by the key where the dimension is of another table; what is unknown there is empty', async () => {
    const { rows } = await answer('rows-looked-up', under(only(dims.channelType, '广告')))
    expect(rows).toEqual([['b', 5.25, 1]])
    const others = await answer(null, under(except(dims.channelType, '广告')))
    expect(others.total).toEqual([null, 140.5, 4])
    expect((await answer(null, under(only(dims.channelType, null)))).total).toEqual([null, 10, 2])
    expect((await answer(null, under(except(dims.channelType, null)))).total).toEqual([null, 135.75, 3])
  })

  it('hold together, and beside the games', async () => {
    const both = under(only(dims.channel, 'x', 'y', ''), except(dims.channelType, '商店'))
    expect((await answer(null, both)).rows).toEqual([
      ['b', 5.25, 1],
      ['a', 3, 1],
    ])
    const context = { rules: [only(dims.channel, 'x', 'y')], games: ['b', 'c'] }
    expect((await answer(null, { info, context })).total).toEqual([null, 5.25, 1])
    expect((await answer(null, under(only(dims.channel, 'x'), only(dims.channel, 'y')))).rows).toEqual([])
  })

  it('without a value leave nothing, and a value that is SQL finds nothing', async () => {
    expect((await answer(null, under(only(dims.channel)))).total).toEqual([null, 0, 0])
    expect((await answer(null, under(only(dims.channel, "x' OR '1'='1")))).total).toEqual([null, 0, 0])
    expect(refusal(info, only(dims.serverId, 'x'))).toContain('「x」不是数字')
  })

  it('refuse a fact that can’t tell the dimension, by its name, unless they leave such facts open', async () => {
    const events: ReportInfo = { dims: [], points: [points.events] }
    const said = '不在你的数据范围内：你的数据按维度「渠道」限定，而「事件」没有列 channel'
    expect(refusal(events, only(dims.channel, 'x'))).toBe(`指标「事件数」：${said}`)
    const open = { ...only(dims.channel, 'x'), open: true }
    expect((await answer(null, { info: events, context: { rules: [open] } })).total).toEqual([6])
    expect(refusal({ dims: [], points: [points.profit, points.events] }, only(dims.channel, 'x'))).toContain(
      said,
    )
    const { points: reasons } = unjoinable({ dims: [], points: [] }, makeModel(), {
      games: 'all',
      rules: [only(dims.channel, 'x')],
    })
    expect(reasons.get(points.events)).toContain('你的数据按维度「渠道」限定')
    expect(reasons.has(points.revenue)).toBe(false)
  })

  it('refuse all where the dimension is gone or can’t be read, open or not', () => {
    expect(refusal(info, only(99, 'x'))).toContain('该维度已不存在')
    const model = makeModel({ duplicateKeys: [{ dimTableId: 3, examples: ['x'] }] })
    const rules = [{ ...only(dims.repeated, '甲'), open: true }]
    expect(() => compileReport(info, model, makeContext({ rules }))).toThrow('有重复值')
  })

  it('limit the values that filters offer, of facts and of look-up tables', async () => {
    expect(await valuesOf(dims.channel, only(dims.channel, 'x'))).toEqual(['x'])
    expect(await valuesOf(dims.channelType, only(dims.channel, 'y'))).toEqual(['广告'])
    expect(await valuesOf(dims.channelType, except(dims.channelType, '广告'))).toEqual(['商店'])
    expect(await valuesOf(dims.serverName, only(dims.region, '华东'))).toEqual(['一服'])
    expect(await valuesOf(dims.status, only(dims.channel, 'y'))).toEqual(['refunded'])
    await expect(valuesOf(dims.note, only(dims.channel, 'x'))).rejects.toThrow('你的数据按维度「渠道」限定')
  })

  it('limit the rows behind a figure', async () => {
    const counted = await Promise.all(
      [only(dims.channel, 'x'), only(dims.channelType, '广告')].map((rule) =>
        ask((dialect) => {
          const context = makeContext({ rules: [rule], dialect })
          const [behind] = compileRows({ points: [points.revenue] }, 100, makeModel(), context)
          return (behind as RowsStatements).count
        }),
      ),
    )
    expect(counted.map(({ cells }) => cells)).toEqual([[[3]], [[1]]])
  })
})

describe('what was read under rules', () => {
  const scope = (...rules: RowRule[]) => ({ games: 'all' as const, rules })

  it('is for those whose rules it was read under, or narrower ones', () => {
    const mine = scope(only(1, 'a', 'b'))
    expect(holdsRows(mine, scope())).toBe(false)
    expect(holdsRows(mine, mine)).toBe(true)
    expect(holdsRows(scope(), mine)).toBe(true)
    expect(holdsRows(mine, scope(only(1, 'a')))).toBe(true)
    expect(holdsRows(mine, scope(only(1, 'a', 'c')))).toBe(false)
    expect(holdsRows(mine, scope(except(1, 'c')))).toBe(false)
    expect(holdsRows(mine, scope(only(2, 'a')))).toBe(false)
    expect(holdsRows(scope(except(1, 'c')), mine)).toBe(true)
    expect(holdsRows(scope(except(1, 'a')), mine)).toBe(false)
    expect(holdsRows(scope(except(1, 'a')), scope(except(1, 'a', 'b')))).toBe(true)
    expect(holdsRows(mine, scope({ ...only(1, 'a'), open: true }))).toBe(false)
    expect(holdsRows(scope({ ...only(1, 'a'), open: true }), scope(only(1, 'a')))).toBe(true)
    expect(holdsRows({ games: ['g'], rules: [] }, { games: ['g', 'h'], rules: [] })).toBe(false)
  })

  it('has one key, in whatever order rules and values stand', () => {
    const one = scope(only(1, 'a', 'b'), except(2, null))
    expect(scopeKey(one)).toBe(scopeKey(scope(except(2, null), only(1, 'b', 'a', 'a'))))
    expect(scopeKey(one)).not.toBe(scopeKey(scope(only(1, 'a', 'b'))))
    expect(scopeKey(scope(only(1, 'null')))).not.toBe(scopeKey(scope(only(1, null))))
  })
})
