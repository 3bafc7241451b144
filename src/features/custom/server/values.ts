// What a report's parameters are given: the reader's values, else their defaults, each by its type.

import { readDay } from '../../../shared/days/readDays.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ParameterValue } from '../../../shared/sql/parameters.ts'
import type { CustomParameter, CustomValues } from '../contract.ts'

const wrong = (message: string) => new AppError('parameter_wrong', message)

/** `today` is a day of the business. Throws parameter_wrong with the parameter's name. */
export function resolveValues(
  params: readonly CustomParameter[],
  given: CustomValues,
  today: string,
): Record<string, ParameterValue> {
  const unknown = Object.keys(given).find((name) => !params.some((parameter) => parameter.name === name))
  if (unknown !== undefined) throw wrong(`报表没有参数「${unknown.slice(0, 40)}」，请刷新页面后再试`)
  return Object.fromEntries(
    params.map((parameter) => {
      const value = Object.hasOwn(given, parameter.name) ? given[parameter.name] : parameter.default
      return [parameter.name, resolved(parameter, value ?? null, today)]
    }),
  )
}

function resolved(
  { name, label, type }: CustomParameter,
  value: ParameterValue,
  today: string,
): ParameterValue {
  const title = `参数「${label || name}」`
  if (value === null) return null
  if (type === 'date') return dayOf(title, value, today)
  if (type === 'number') return numberOf(title, value)
  if (type === 'boolean') {
    if (typeof value !== 'boolean') throw wrong(`请选择${title}`)
    return value
  }
  if (type === 'list') {
    const items = Array.isArray(value) ? value : value === '' ? [] : [String(value)]
    if (items.length === 0) throw wrong(`请至少填写一项${title}`)
    return items
  }
  if (Array.isArray(value)) {
    if (type !== 'dictionary') throw wrong(`${title}只能填写一个值`)
    if (value.length === 0) throw wrong(`请选择${title}`)
    return value
  }
  if (type === 'dictionary' && value === '') throw wrong(`请选择${title}`)
  return value
}

function dayOf(title: string, value: ParameterValue, today: string): string {
  if (value === '') throw wrong(`请填写${title}`)
  if (typeof value !== 'string') throw wrong(`${title}不是有效的日期，应为 2026-01-31`)
  const read = readDay(value, { today })
  if ('problem' in read) throw wrong(`${title}不是有效的日期：${read.problem}`)
  return read.day
}

/** Numbers that JSON would change come as texts, and stay so. */
function numberOf(title: string, value: ParameterValue): ParameterValue {
  if (typeof value === 'number') return value
  // Input methods type digits in full width, too.
  const text = typeof value === 'string' ? value.normalize('NFKC').trim() : ''
  if (text === '') throw wrong(`请填写${title}`)
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)) throw wrong(`${title}应为数字`)
  return text
}
