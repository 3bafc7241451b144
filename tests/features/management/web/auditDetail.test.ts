import { expect, it } from 'vitest'
import { detailFacts, detailText } from '../../../../src/features/management/web/audit/detailTexts.ts'

it.each([
  [{ id: 3, fields: ['amount', 'settled_at', 'unheard'] }, '编号 3，字段 金额、核销时间、unheard'],
  [{ month: '2026-09', games: ['a', 'b'], reason: null }, '月份 2026-09，游戏 a、b，原因 （无）'],
  [{ enabled: true, shared: false, unheard: 1 }, '已开启 是，已共享 否，unheard 1'],
  [{ constructor: 1, sql: 'select\n  1' }, 'constructor 1，SQL select 1'],
  [{ unheardOf: 'x', values: { a: 1 } }, 'unheardOf x，参数 {"a":1}'],
])('a row’s details are read in Chinese: %j', (detail, text) => {
  expect(detailText(JSON.stringify(detail))).toBe(text)
})

it('what is no object is a value', () => {
  expect(detailFacts('[1')).toEqual([['值', '[1']])
  expect(detailFacts('7')).toEqual([['值', '7']])
})
