import { describe, expect, it } from 'vitest'
import { compileReport, ReportProblem } from '#semantic/compile.ts'
import { formulaInIds, formulaInNames } from '#semantic/model/formulaText.ts'
import { withFormulasInIds } from '#semantic/model/ownFormulas.ts'
import {
  exchangeIds,
  pointsUnder,
  referencedIds,
  withoutIdleFormulas,
  withoutIds,
} from '#semantic/model/references.ts'
import { allRows } from '#semantic/model/rowScope.ts'
import type { OwnFormula, ReportInfo } from '#semantic/model/types.ts'
import { checkOwnFormulas } from '#semantic/plan/questions/ownChecks.ts'
import { dims, makeContext, makeModel, makePoint, modelWith, points } from './model.ts'

const info: ReportInfo = {
  dims: [1],
  points: [11, -1],
  formulas: [
    { id: -1, name: '人均', formula: '[#11] / [#1]' },
    { id: -2, name: '人均 万', formula: "if([#-1] > 0, [#-1] / 10000, length('[#11]'))" },
  ],
  filters: [{ point: -2, op: 'gt', values: [1] }],
  order: [{ key: 'p-1_diff', desc: true }],
  shares: [-1],
  top: { dim: 1, count: 3, by: -2 },
  columns: ['d1', 'p11', 'p-1'],
  chart: { keys: ['p-1'] },
}
const same = (id: number) => id

describe('points within formulas of a report', () => {
  const known = [
    { id: 1, name: '活跃]用户' },
    { id: 11, name: '充值' },
    { id: 12, name: '充值' },
    { id: 13, name: '#1' },
  ]

  it('are kept by id and read by name, there and back', () => {
    const text = "[#1] + ifnull([ #1 ], 0) - '[#11]'"
    expect(formulaInNames('[#1] + [#9]', known)).toBe('[活跃]]用户] + [#9]')
    expect(formulaInIds('[活跃]]用户] / 2 + [没有]', known)).toBe('[#1] / 2 + [没有]')
    expect(formulaInNames(text, known)).toContain("- '[#11]'")
    // Of two that are called alike, and of a name that reads as a number, the number says which.
    expect(formulaInNames('[#11] + [#13]', known)).toBe('[#11] + [#13]')
    expect(formulaInIds('[充值]', known)).toBe('[充值]')
    expect(formulaInIds('[充值', known)).toBe('[充值')
  })

  it('are found by where-used, and the formulas themselves are not', () => {
    expect([...referencedIds(info).points].sort((one, other) => one - other)).toEqual([1, 11])
    expect(pointsUnder(info)).toEqual([11, 1])
    const { formulas, ...lacking } = info
    expect([...referencedIds(lacking).points].sort((one, other) => one - other)).toEqual([-2, -1, 11])
  })

  it('are exchanged in the text, and a formula that becomes a point is it from then on', () => {
    const other = exchangeIds(info, { dim: same, point: (id) => (id === 1 ? 77 : id) })
    expect(other).toEqual({
      ...info,
      formulas: [{ id: -1, name: '人均', formula: '[#11] / [#77]' }, info.formulas?.[1]],
    })
    const promoted = exchangeIds(info, { dim: same, point: same, own: (id) => (id === -1 ? 51 : id) })
    expect(promoted).toEqual({
      ...info,
      points: [11, 51],
      formulas: [{ id: -2, name: '人均 万', formula: "if([#51] > 0, [#51] / 10000, length('[#11]'))" }],
      order: [{ key: 'p51_diff', desc: true }],
      shares: [51],
      columns: ['d1', 'p11', 'p51'],
      chart: { keys: ['p51'] },
    })
  })

  it('take the formula along when they go, and what stands on it', () => {
    const left = withoutIds(info, { dims: new Set(), points: new Set([1]) })
    const { formulas, top, ...rest } = info
    expect(left).toEqual({
      ...rest,
      points: [11],
      filters: [],
      order: [],
      shares: [],
      columns: ['d1', 'p11'],
      chart: { keys: [] },
    })
  })

  it('are asked for only where the report names the formula', () => {
    const { filters, top, ...plain } = info
    expect(withoutIdleFormulas(plain).formulas?.map(({ id }) => id)).toEqual([-1])
    expect(withoutIdleFormulas(info)).toEqual(info)
    expect(withoutIdleFormulas({ dims: [], points: [11], formulas: info.formulas ?? [] })).toEqual({
      dims: [],
      points: [11],
    })
  })

  it('get their ids when the definition is kept', () => {
    const typed = {
      ...info,
      formulas: [{ id: -1, name: '人均', formula: '[充值金额] / [活跃用户] + [丢失]' }],
    }
    const kept = withFormulasInIds(typed, makeModel())
    expect(kept.formulas?.[0]?.formula).toBe(`[#${points.revenue}] / [#${points.users}] + [丢失]`)
  })
})

describe('formulas that cannot be', () => {
  const context = makeContext({})
  const refusal = (formulas: OwnFormula[], model = makeModel()): string => {
    try {
      compileReport({ dims: [dims.day], points: [-1], formulas }, model, context)
      return ''
    } catch (error) {
      if (error instanceof ReportProblem) return error.message
      throw error
    }
  }
  const of = (formula: string, id = -1, name = '人均'): OwnFormula => ({ id, name, formula })

  it('are refused by name, with what was expected', () => {
    expect(refusal([of('[充值金额] / [活跃用护]')])).toBe(
      '指标「人均」的公式：没有指标 [活跃用护]，是否为 [活跃用户]？',
    )
    expect(refusal([of('[#999]')])).toBe('指标「人均」的公式：没有指标 [#999]，它可能已被删除')
    expect(refusal([of('[#-7]')])).toContain('没有指标 [#-7]')
    expect(refusal([of('[人均 2]'), of('[#-1]', -2, '人均 2')])).toContain('循环引用')
    expect(refusal([of('[#-1]')])).toContain('不能引用指标自己')
    expect(refusal([of('sum([充值金额])')])).toMatch(/指标「人均」的公式：/)
    expect(refusal([of('1'), of('2')])).toBe('有两个自建公式的编号都是 -1')
    expect(refusal([of('1'), of('2', -2)])).toBe('有两个自建公式都名为「人均」，请改一个名称')
    expect(refusal([of('1', 5)])).toContain('应为负整数')
    expect(refusal([of('1', -1, ' \n')])).toContain('自建公式名称')
    expect(refusal([of(`1${' + 1'.repeat(400)}`)])).toContain('最多 1000 个字符')
    expect(refusal(Array.from({ length: 21 }, (_, at) => of('1', -1 - at, `f${at}`)))).toContain('最多 20 个')
    expect(refusal([of('1')])).toContain('没有引用可统计的指标')
  })

  it('stand beside a point that came to have their name, which they then do not mean', () => {
    const model = modelWith(makePoint({ id: 900, name: '人均', types: 'computed', name_sql: '1' }))
    expect(refusal([of('[充值金额] / [活跃用户]')], model)).toBe('')
    expect(refusal([of('[充值金额]'), of('[人均] * 2', -2, '双倍')], model)).toBe('')
  })

  it('are told one by one while they are typed, with their places', () => {
    const formulas = [
      of('[充值金额] / [活跃用护]'),
      of('[充值金额]', -2, '充值金额'),
      of('[充值金额] / [活跃用户]', -3, ''),
      of('[点击单价] * 2', -4, '两倍'),
    ]
    const found = checkOwnFormulas({ dims: [dims.region], formulas }, makeModel(), allRows)
    expect(found.map(({ problems }) => problems.map(({ field }) => field))).toEqual([
      ['formula'],
      ['name'],
      ['name'],
      [],
    ])
    expect(found[0]?.problems[0]?.position).toMatchObject({ offset: 9, length: 6, line: 1, column: 10 })
    expect(found[1]?.problems[0]?.message).toContain('已有指标「充值金额」')
    expect(found[3]?.unreachable).toContain('不能按维度')
    expect(found[2]?.noShare).toContain('由公式算出')
  })
})
