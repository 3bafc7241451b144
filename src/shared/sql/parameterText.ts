// Parameter values as text beside a result: `day=2026-10-01，channel=1、2 等 5 项`.
import type { ParameterValue } from './parameters.ts'

const mostNamed = 3
const longest = 24

/** By name: a plain value, or a value with its type. */
export type GivenValues = Readonly<Record<string, ParameterValue | { value: ParameterValue }>>

export const givenValue = (given: GivenValues[string]): ParameterValue =>
  typeof given === 'object' && given !== null && 'value' in given ? given.value : given

const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text)

export function valueText(value: ParameterValue): string {
  if (value === null) return 'NULL'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (!Array.isArray(value)) return value === '' ? "''" : cut(String(value))
  const first = value.slice(0, mostNamed).map((item) => cut(String(item)))
  return `${first.join('、')}${value.length > mostNamed ? ` 等 ${value.length} 项` : ''}`
}

export const parametersText = (given: GivenValues = {}): string =>
  Object.entries(given)
    .map(([name, one]) => `${name}=${valueText(givenValue(one))}`)
    .join('，')

/** Only the values: distinguishes results of the same statement. */
export const valuesText = (given: GivenValues = {}): string =>
  Object.values(given)
    .map((one) => valueText(givenValue(one)))
    .join(' ')
