// Resolves a report's parameter values by type: the reader's values, otherwise the defaults.

import type { FestivalDays } from '#shared/days/readDays.ts'
import { AppError } from '#shared/errors.ts'
import type { ParameterValue } from '#shared/sql/parameters.ts'
import { dayMeant, sideOf } from '#shared/sql/relativeDay.ts'
import type { CustomParameter, CustomValues } from '../contract.ts'

const wrong = (message: string) => new AppError('parameter_wrong', message)

interface KnownDays {
  /** Today in the business time zone. */
  today: string
  festivalDays?: FestivalDays | undefined
}

const chosenValue = ({ name, default: usual }: CustomParameter, given: CustomValues): ParameterValue =>
  (Object.hasOwn(given, name) ? given[name] : usual) ?? null

/** Texts of the relative days that parameters accept. */
export const dayTexts = (params: readonly CustomParameter[], given: CustomValues): string[] =>
  params.flatMap((parameter) => {
    const value = parameter.type === 'date' ? chosenValue(parameter, given) : null
    return typeof value === 'string' ? [value] : []
  })

/** Throws parameter_wrong with the parameter's name. */
export function resolveValues(
  params: readonly CustomParameter[],
  given: CustomValues,
  known: KnownDays,
): Record<string, ParameterValue> {
  const unknown = Object.keys(given).find((name) => !params.some((parameter) => parameter.name === name))
  if (unknown !== undefined) throw wrong(`报表没有参数「${unknown.slice(0, 40)}」，请刷新页面后再试`)
  return Object.fromEntries(
    params.map((parameter) => [parameter.name, resolved(parameter, chosenValue(parameter, given), known)]),
  )
}

function resolved(
  { name, label, type }: CustomParameter,
  value: ParameterValue,
  known: KnownDays,
): ParameterValue {
  const title = `参数「${label || name}」`
  if (value === null) return null
  if (type === 'date') return dayOf(title, value, { ...known, side: sideOf(name) })
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

function dayOf(title: string, value: ParameterValue, known: Parameters<typeof dayMeant>[1]): string {
  if (value === '') throw wrong(`请填写${title}`)
  if (typeof value !== 'string') throw wrong(`${title}不是有效的日期，应为 2026-01-31`)
  const read = dayMeant(value, known)
  if ('problem' in read) throw wrong(`${title}不是有效的日期：${read.problem}`)
  return read.day
}

/** Numbers that JSON can't hold exactly arrive as texts and stay texts. */
function numberOf(title: string, value: ParameterValue): ParameterValue {
  if (typeof value === 'number') return value
  // Input methods may type full-width digits.
  const text = typeof value === 'string' ? value.normalize('NFKC').trim() : ''
  if (text === '') throw wrong(`请填写${title}`)
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)) throw wrong(`${title}应为数字`)
  return text
}
