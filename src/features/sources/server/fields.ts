// Validates typed settings by the connector's fields; problems are told at their field.
import type { Connector, FieldValue, FieldValues, SourceField } from '#server/sources/connector.ts'
import { AppError } from '#shared/errors.ts'
import { fieldKey } from '../contract.ts'

export function cleanSettings({ kind, fields }: Connector, given: FieldValues): FieldValues {
  const problems: Record<string, string> = {}
  const values: FieldValues = {}
  for (const field of fields) {
    if (field.kind === 'secret') continue
    const value = given[field.name]
    const problem = problemOf(field, value)
    if (problem) problems[fieldKey(kind, field.name)] = problem
    else if (value !== undefined && value !== '')
      values[field.name] = typeof value === 'string' && field.kind !== 'area' ? value.trim() : value
    else
      values[field.name] =
        field.kind === 'check' ? false : field.kind === 'number' ? (field.initial ?? 0) : ''
  }
  const [first] = Object.values(problems)
  if (first === undefined) return values
  throw new AppError('parameter_wrong', first, { fields: problems })
}

function problemOf(field: SourceField, value: FieldValue | undefined): string | null {
  const { kind, title, required, least, most, choices, check } = field
  if (value === undefined || (typeof value === 'string' && value.trim() === ''))
    return required ? `请填写「${title}」` : null
  if (kind === 'check') return typeof value === 'boolean' ? null : `「${title}」应为是或否`
  if (kind === 'number') {
    if (typeof value !== 'number' || !Number.isInteger(value)) return `「${title}」应为整数`
    if (least !== undefined && value < least) return `「${title}」不能小于 ${least}`
    return most !== undefined && value > most ? `「${title}」不能大于 ${most}` : null
  }
  if (typeof value !== 'string') return `「${title}」应为文字`
  if (kind === 'choice' && !choices?.some((choice) => choice.value === value)) return `请选择「${title}」`
  const problem = check?.(value.trim())
  if (problem) return `「${title}」${problem}`
  return value.includes('\0') ? `「${title}」含 NUL 字符` : null
}
