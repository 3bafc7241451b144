import { describe, expect, it } from 'vitest'
import type { ResultColumn } from '#features/code/contract.ts'
import { prettyJson } from '#features/code/web/results/json.ts'
import { badgeOf, exactText, isIdColumn, shownText } from '#features/code/web/results/values.ts'
import { typedValue } from '#features/code/web/results/view/typedValue.ts'

const column = (type: ResultColumn['type'], databaseType = '', title = '列'): ResultColumn => ({
  key: 'c0',
  title,
  kind: 'column',
  type,
  databaseType,
  format: null,
})

describe('a cell', () => {
  it('separates thousands for the eye and never changes a digit', () => {
    const shown = shownText(column('integer', 'HUGEINT'))
    expect(shown(1_234_567)).toBe('1,234,567')
    expect(shown('-170141183460469231731687303715884105728')).toBe(
      '-170,141,183,460,469,231,731,687,303,715,884,105,728',
    )
    expect(exactText(column('integer', 'HUGEINT'))('9007199254740993')).toBe('9007199254740993')
  })

  it('puts back the zeros of a decimal and rounds nothing', () => {
    const money = column('number', 'DECIMAL(18,2)')
    expect([10_676, 0.1, '12345678901234567.89', -0.5].map((value) => shownText(money)(value))).toEqual([
      '10,676.00',
      '0.10',
      '12,345,678,901,234,567.89',
      '-0.50',
    ])
    expect(shownText(column('number', 'DOUBLE'))(0.30000000000000004)).toBe('0.30000000000000004')
  })

  it('writes small numbers out, and leaves those that nobody would count', () => {
    const decimal = column('number', 'DECIMAL(18,9)')
    const whole = column('number', 'DECIMAL(38,30)')
    const floating = column('number', 'DOUBLE')
    expect(exactText(decimal)(0.0000001)).toBe('0.000000100')
    expect(shownText(decimal)(-0.000000012)).toBe('-0.000000012')
    expect(exactText(whole)(1.5e-29)).toBe(`0.${'0'.repeat(28)}15`)
    expect(shownText(floating)(0.0000001)).toBe('0.0000001')
    expect(exactText(floating)(-1.25e-9)).toBe('-0.00000000125')
  })

  it('shows NaN, infinities and exponents as they came', () => {
    const shown = shownText(column('number', 'DOUBLE'))
    expect(['NaN', 'Infinity', '-Infinity', 1e21, 5e-324].map((value) => shown(value))).toEqual([
      'NaN',
      'Infinity',
      '-Infinity',
      '1e+21',
      '5e-324',
    ])
  })

  it('tells an empty text from a text', () => {
    expect(shownText(column('string', 'VARCHAR'))('')).toBe('(空文本)')
    expect(exactText(column('string', 'VARCHAR'))('')).toBe('')
    expect(shownText(column('boolean'))(false)).toBe('false')
  })

  it('leaves ids without separators', () => {
    const isId = (title: string) => isIdColumn(column('integer', 'BIGINT', title))
    expect(['id', 'user_id', 'userId', 'gameid', 'ID', '用户 ID', 'uid'].map(isId)).toEqual(
      Array(7).fill(true),
    )
    expect(['paid', 'first_paid', 'valid', 'grid', 'pay_amount', '付费用户'].map(isId)).toEqual(
      Array(6).fill(false),
    )
    expect(isIdColumn(column('number', 'DOUBLE', 'id'))).toBe(false)
    expect(shownText(column('integer', 'BIGINT', 'user_id'))(1_234_567)).toBe('1234567')
  })

  it('has a badge by its type', () => {
    expect([
      badgeOf(column('number', 'DECIMAL(18,2)')),
      badgeOf(column('number', 'DOUBLE')),
      badgeOf(column('integer')),
      badgeOf(column('string')),
      badgeOf(column('date')),
    ]).toEqual(['dec', 'num', 'int', 'str', 'date'])
  })
})

describe('a filter value', () => {
  it('is a number for a figure, with every digit, or nothing', () => {
    const figure = column('integer')
    expect(
      ['170141183460469231731687303715884105727', ' 12 ', '1e3', '.5', 'x', ''].map((typed) =>
        typedValue(figure, typed),
      ),
    ).toEqual(['170141183460469231731687303715884105727', '12', '1e3', '.5', null, null])
    expect([typedValue(column('boolean'), 'true'), typedValue(column('boolean'), 'yes')]).toEqual([
      true,
      null,
    ])
    expect(typedValue(column('string'), ' x ')).toBe(' x ')
  })
})

describe('JSON laid out', () => {
  it('keeps every digit and every text', () => {
    expect(prettyJson('{"a":[1,12345678901234567890,1.50],"b":{},"c":[],"d":"x{,}\\" y"}')).toBe(
      `{
  "a": [
    1,
    12345678901234567890,
    1.50
  ],
  "b": {},
  "c": [],
  "d": "x{,}\\" y"
}`,
    )
  })

  it('is not made of what is no JSON', () => {
    expect([prettyJson('{a: 1}'), prettyJson('[1,]')]).toEqual([null, null])
  })
})
