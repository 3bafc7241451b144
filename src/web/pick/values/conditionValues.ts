// Converts a condition's values to and from a field's text: texts or numbers, with words for null and the
// empty text.
import { emptyText, emptyWord } from '#shared/nothing.ts'
import { type TypedValue, writtenValue } from './typed.ts'

export type ConditionValue = string | number | null

const isWord = (text: string): boolean => text === emptyText || text === emptyWord

/** A number that JSON would change stays a text: 19 digits, `0.1000000000000000055`. */
function figureOf(text: string): ConditionValue | undefined {
  const plain = text.replaceAll(',', '').trim()
  const number = Number(plain)
  if (plain === '' || !Number.isFinite(number)) return undefined
  return plain.replace(/\D/g, '').length > 15 && String(number) !== plain ? plain : number
}

export const readConditionValue =
  (figures: boolean) =>
  ({ text, isQuoted }: TypedValue): ConditionValue | undefined => {
    if (!isQuoted && text === emptyText) return null
    if (!isQuoted && text === emptyWord) return ''
    return figures ? figureOf(text) : text
  }

export function conditionText(value: ConditionValue): string {
  if (value === null) return emptyText
  if (value === '') return emptyWord
  return typeof value === 'number' ? String(value) : writtenValue(value, isWord)
}
