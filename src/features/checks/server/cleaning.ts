// Validates typed checks by their kind's fields; problems are told at their field.
import { AppError } from '#shared/errors.ts'
import { type CheckField, type CheckValue, type CheckValues, fieldKey } from '../contract.ts'
import type { CheckKind } from './kinds/types.ts'

export function cleanValues({ kind, fields, refuses }: CheckKind, given: CheckValues): CheckValues {
  const problems: Record<string, string> = {}
  const values: CheckValues = {}
  for (const field of fields) {
    if (field.when && given[field.when.field] !== field.when.value) continue
    const read = cleaned(field, given[field.name])
    if (read instanceof AppError) problems[fieldKey(kind, field.name)] = read.message
    else values[field.name] = read
  }
  const refused = Object.keys(problems).length === 0 ? refuses?.(values) : null
  if (refused) problems[fieldKey(kind, refused.field)] = refused.message
  const [first] = Object.values(problems)
  if (first === undefined) return values
  throw new AppError('parameter_wrong', first, { fields: problems })
}

const wrong = (message: string): AppError => new AppError('parameter_wrong', message)

function cleaned(field: CheckField, value: CheckValue | undefined): CheckValue | AppError {
  const { title, required } = field
  if (field.kind === 'number') return cleanedNumber(field, value)
  if (field.kind === 'columns' || field.kind === 'lines') {
    const texts = Array.isArray(value) ? value.map((text) => text.trim()).filter((text) => text !== '') : []
    const own = [...new Set(texts)]
    return own.length === 0 && required ? wrong(`请填写「${title}」`) : own
  }
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  if (text.includes('\0')) return wrong(`「${title}」含 NUL 字符`)
  if (text === '' && required) return wrong(`请选择「${title}」`)
  const isKnown = field.kind !== 'choice' || field.choices?.some((choice) => choice.value === text)
  return isKnown ? text : wrong(`请选择「${title}」`)
}

function cleanedNumber(
  { title, required, least, most, whole }: CheckField,
  value: CheckValue | undefined,
): number | null | AppError {
  if (value === undefined || value === null || value === '')
    return required ? wrong(`请填写「${title}」`) : null
  if (typeof value !== 'number' || !Number.isFinite(value)) return wrong(`「${title}」应为数字`)
  if (whole && !Number.isInteger(value)) return wrong(`「${title}」应为整数`)
  if (least !== undefined && value < least) return wrong(`「${title}」不能小于 ${least}`)
  return most !== undefined && value > most ? wrong(`「${title}」不能大于 ${most}`) : value
}
