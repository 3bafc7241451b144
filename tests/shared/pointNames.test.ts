// Synonyms of points: how they are parsed, and which are refused.
import { describe, expect, it } from 'vitest'
import { namedAlready, synonymsOf, synonymsProblem } from '#shared/pointNames.ts'

const named = (id: number, name: string, synonyms: string[] = []) => ({ id, name, info: { synonyms } })
const others = [named(1, '活跃用户', ['DAU', '日活']), named(2, '充值金额')]

describe('other names of a point', () => {
  it('are parted by commas of both kinds, each once', () => {
    expect(synonymsOf(' DAU、日活，ｄａｕ;\n日 活, 活跃人数 ')).toEqual(['DAU', '日活', '活跃人数'])
  })

  it.each([
    [named(3, '新增', ['dau']), '「dau」已是指标「活跃用户」的别名'],
    [named(3, '新增', ['充值 金额']), '已有指标叫「充值 金额」'],
    [named(3, '新增', ['新增']), '「新增」就是它的名称，不必再写'],
    [named(3, '新增', ['长'.repeat(31)]), '最多 30 个字'],
    [
      named(
        3,
        '新增',
        Array.from({ length: 13 }, (_, at) => `名${at}`),
      ),
      '最多 12 个别名',
    ],
  ])('%j are refused', (point, problem) => expect(synonymsProblem(point, others)).toContain(problem))

  it('are fine where nobody else has them, also when it is saved again', () => {
    expect(synonymsProblem(named(3, '新增', ['DNU']), others)).toBeNull()
    expect(synonymsProblem(named(1, '活跃用户', ['DAU', '日活']), others)).toBeNull()
  })

  it('are no other point’s name', () => {
    expect(namedAlready(named(3, '日活'), others)).toBe('活跃用户')
    expect(namedAlready(named(1, '活跃用户'), others)).toBeNull()
  })
})
