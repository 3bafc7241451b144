import { describe, expect, it } from 'vitest'
import { ExactSum, groupThousands } from '#web/table/selection/exactSum.ts'

function sumOf(...values: (number | string)[]): ExactSum {
  const sum = new ExactSum()
  for (const value of values) sum.add(value)
  return sum
}

describe('the exact sum', () => {
  it('adds decimals without binary artefacts', () => {
    expect(sumOf(0.1, 0.2).sumText()).toBe('0.3')
    expect(sumOf('0.1', '0.2', '-0.3').sumText()).toBe('0')
    expect(sumOf(...Array.from({ length: 10_000 }, () => 0.01)).sumText()).toBe('100')
    expect(sumOf(1e-9, 2e-9).sumText()).toBe('0.000000003')
  })

  it('keeps the last digit beyond what a number can hold', () => {
    expect(sumOf('12345678901234567.89', '0.01').sumText()).toBe('12345678901234567.9')
    expect(sumOf(9_007_199_254_740_991, 9_007_199_254_740_991).sumText()).toBe('18014398509481982')
    expect(sumOf('9223372036854775807', '1').sumText()).toBe('9223372036854775808')
  })

  it('reads signs, exponents and bare fractions', () => {
    expect(sumOf('-1.5e3', '+.5', '2.').sumText()).toBe('-1497.5')
    expect(sumOf(-0.5, 0.25).sumText()).toBe('-0.25')
    expect(sumOf(1e21).sumText()).toBe('1000000000000000000000')
  })

  it('leaves out what is not a number', () => {
    const sum = sumOf('abc', '', '1,000', '0x10', Number.NaN, Number.POSITIVE_INFINITY, '.', '-')
    expect(sum.isEmpty).toBe(true)
    expect(sum.sumText()).toBe('0')
  })

  it('rounds the average to the wanted decimals', () => {
    expect(sumOf(1, 2).averageText(4)).toBe('1.5')
    expect(sumOf(1, 1, 2).averageText(4)).toBe('1.3333')
    expect(sumOf(2, 2, 1).averageText(4)).toBe('1.6667')
    expect(sumOf(-2, -2, -1).averageText(4)).toBe('-1.6667')
  })

  it('groups thousands before the point only', () => {
    expect(groupThousands('1234567.12345')).toBe('1,234,567.12345')
    expect(groupThousands('-123')).toBe('-123')
  })
})
