// Validates a form before sending, and maps the server's errors to fields.
import type { CallError } from '../api/callError.ts'
import { isRecord } from '../shell/storage.ts'
import type { AnyField, AnyValues, FieldValue, Problems } from './types.ts'

export const shownFields = (fields: readonly AnyField[], values: AnyValues): readonly AnyField[] =>
  fields.filter(({ shownWhen }) => shownWhen?.(values) ?? true)

export function problemsOf(fields: readonly AnyField[], values: AnyValues): Problems {
  const problems: Record<string, string> = {}
  for (const field of shownFields(fields, values)) {
    const problem = problemOf(field, values)
    if (problem !== undefined) problems[field.name] = problem
  }
  return problems
}

export function problemOf(field: AnyField, values: AnyValues): string | undefined {
  const value = values[field.name] ?? null
  if (isEmpty(value)) {
    if (field.required && !(field.kind === 'secret' && field.kept))
      return `${field.kind === 'select' ? '请选择' : '请填写'}${field.label}`
    return field.check?.(value, values)
  }
  return limitProblem(field, value) ?? field.check?.(value, values)
}

function limitProblem(field: AnyField, value: FieldValue): string | undefined {
  if (field.kind === 'number' && typeof value === 'number') {
    const { min = -Infinity, max = Infinity, whole } = field
    if (Number.isNaN(value)) return '请填写数字'
    if (whole && !Number.isInteger(value)) return '请填写整数'
    if (value < min) return `不能小于 ${min}`
    if (value > max) return `不能大于 ${max}`
  }
  if ((field.kind === 'text' || field.kind === 'textarea') && typeof value === 'string') {
    const over = [...value].length - (field.longest ?? Infinity)
    if (over > 0) return `最多 ${field.longest} 个字，多了 ${over} 个`
  }
  return undefined
}

export const isEmpty = (value: FieldValue | undefined): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** The server's messages by field: `data.fields` of a refusal. */
export function serverProblems({ data }: CallError): Problems {
  const fields = isRecord(data) ? data.fields : undefined
  if (!isRecord(fields)) return {}
  return Object.fromEntries(
    Object.entries(fields).filter(([, words]) => typeof words === 'string'),
  ) as Problems
}

export function isSame(one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((part, at) => part === other[at])
  return one === other
}

export const changedNames = (fields: readonly AnyField[], before: AnyValues, after: AnyValues): string[] =>
  fields.map(({ name }) => name).filter((name) => !isSame(before[name], after[name]))
