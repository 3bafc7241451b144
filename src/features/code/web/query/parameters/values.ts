// Converts a control's content to a run's parameter value.

import type { ParameterType, ParameterValue } from '#shared/sql/parameters.ts'
import { parameterNames } from '#shared/sql/parameters.ts'
import { dayMeant, sideOf, stretchOf } from '#shared/sql/relativeDay.ts'
import { knownFestivals } from '#web/calendar/festivals.ts'
import type { SqlTable } from '#web/editor/types.ts'
import { listTyped } from '#web/pick/values/list.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import type { RunParameters, SavedParameter } from '#features/code/contract.ts'
import type { ParameterSetting, SqlDocument } from '../documents/types.ts'
import { guessSetting } from './guess.ts'

/** Settings of every parameter of the statement: the document's own, else guesses. */
export function settingsFor(
  sql: string,
  document: Pick<SqlDocument, 'parameters'>,
  tables: readonly SqlTable[],
): Record<string, ParameterSetting> {
  const today = businessToday()
  return Object.fromEntries(
    parameterNames(sql).map((name) => [
      name,
      Object.hasOwn(document.parameters, name)
        ? (document.parameters[name] as ParameterSetting)
        : guessSetting(name, sql, tables, today),
    ]),
  )
}

/**
 * Why the setting can't be sent yet; null when it can. The parameter's name may mark the start or end of a
 * range.
 */
export function missingIn({ type, value, blank }: ParameterSetting, name = ''): string | null {
  if (value === null) return null
  if (type === 'number') return isNumberText(String(value)) ? null : '请填写数字'
  if (type === 'boolean') return typeof value === 'boolean' ? null : '请选择是或否'
  if (type === 'date') return dayProblem(value, name)
  if (type === 'list') return Array.isArray(value) && value.length > 0 ? null : '请至少填写一项'
  if (type === 'dictionary')
    return (Array.isArray(value) ? value.length > 0 : value !== '') ? null : '请选择一项'
  return value === '' && !blank ? '请填写文本' : null
}

const knownDays = () => ({ today: businessToday(), festivalDays: knownFestivals() })

/** Today's meaning of a day: `today-7` moves with the days. Null where the text names none. */
export function dayOf(value: ParameterValue, name = ''): string | null {
  if (typeof value !== 'string') return null
  const meant = dayMeant(value.trim(), { ...knownDays(), side: sideOf(name) })
  return 'day' in meant ? meant.day : null
}

export function dayProblem(value: ParameterValue, name = ''): string | null {
  if (typeof value !== 'string' || value.trim() === '') return '请选择日期'
  const meant = dayMeant(value.trim(), { ...knownDays(), side: sideOf(name) })
  return 'problem' in meant ? meant.problem : null
}

/** A range typed into one of the parameters for its start and end is written to both. */
export function withPartner(
  name: string,
  settings: Readonly<Record<string, ParameterSetting>>,
): Record<string, ParameterSetting> {
  const setting = settings[name]
  const side = sideOf(name)
  if (setting?.type !== 'date' || side === null || typeof setting.value !== 'string') return {}
  if (!stretchOf(setting.value.trim(), knownDays())) return {}
  const others = Object.entries(settings).filter(
    ([other, { type }]) => type === 'date' && sideOf(other) === (side === 'from' ? 'to' : 'from'),
  )
  const [partner] = others
  return partner && others.length === 1 ? { [partner[0]]: { ...partner[1], value: setting.value } } : {}
}

const isNumberText = (text: string) => /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text.trim())

/** Numbers that JSON would change are sent as texts. */
function numberOf(text: string): number | string {
  const plain = text.trim().replace(/^\+/, '')
  const number = Number(plain)
  const exact = Number.isInteger(number)
    ? Number.isSafeInteger(number)
    : plain.replace(/\D/g, '').length <= 15
  return exact ? number : plain
}

function sentValue({ type, value }: ParameterSetting, name: string): ParameterValue {
  if (type === 'date') return dayOf(value, name) ?? value
  return type === 'number' && typeof value === 'string' ? numberOf(value) : value
}

export function sentParameters(settings: Record<string, ParameterSetting>): RunParameters {
  return Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [
      name,
      { type: setting.type, value: sentValue(setting, name) },
    ]),
  )
}

/** The value converted to another type, where it has a meaning there. */
export function converted(setting: ParameterSetting, type: ParameterType): ParameterSetting {
  const { value } = setting
  const first = String((Array.isArray(value) ? value[0] : value) ?? '')
  if (type === 'list') return { ...setting, type, value: Array.isArray(value) ? value : listTyped(first) }
  if (type === 'number') return { ...setting, type, value: isNumberText(first) ? first : '' }
  if (type === 'date') return { ...setting, type, value: dayOf(first) ? first : '' }
  if (type === 'boolean') {
    const known = /^(true|1|是)$/i.test(first) ? true : /^(false|0|否)$/i.test(first) ? false : ''
    return { ...setting, type, value: known }
  }
  return { ...setting, type, value: first }
}

/** The settings of a former run; the guess adds dictionaries and labels. */
export function settingsOfRun(
  sql: string,
  given: RunParameters,
  tables: readonly SqlTable[],
): Record<string, ParameterSetting> {
  const likely = settingsFor(sql, { parameters: {} }, tables)
  return Object.fromEntries(
    Object.entries(given).map(([name, one]) => {
      const base = likely[name] ?? { type: 'text' as const, dictId: null, label: '' }
      const isTyped = typeof one === 'object' && one !== null && 'type' in one
      const type = isTyped ? one.type : typeof one === 'boolean' ? 'boolean' : base.type
      const value = isTyped ? one.value : one
      const blank = type === 'text' && value === '' ? { blank: true } : {}
      return [name, { ...base, type, value: typeof value === 'number' ? String(value) : value, ...blank }]
    }),
  )
}

// ---- with the saved query

export function settingsOfSaved(params: readonly SavedParameter[]): Record<string, ParameterSetting> {
  return Object.fromEntries(
    params.map(({ name, type, label, default: value, dictId }) => [name, { type, label, value, dictId }]),
  )
}

/** Parameters to save: those that the text names. */
export function savedParameters(
  document: Pick<SqlDocument, 'text' | 'parameters'>,
  tables: readonly SqlTable[],
): SavedParameter[] {
  return Object.entries(settingsFor(document.text, document, tables)).map(
    ([name, { type, label, value, dictId }]) => ({ name, type, label, default: value, dictId }),
  )
}
