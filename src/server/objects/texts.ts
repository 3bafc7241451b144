// Validates typed names and longer texts: trimmed, well formed, with visible characters.
import { AppError } from '#shared/errors.ts'

const controls = /[\p{Cc}\u2028\u2029]/u
/** Line breaks and tabs are allowed in longer texts. */
const textControls = /(?![\t\n\r])\p{Cc}/u
const unseen = /[\s\p{Cf}\p{Zs}]/gu

export const hasTextControls = (text: string): boolean => textControls.test(text)

const wrong = (message: string) => new AppError('parameter_wrong', message)

export const isBlank = (text: string): boolean => text.replace(unseen, '') === ''
/** Characters as people count them, not UTF-16 units. */
export const lengthOf = (text: string): number => [...text].length

/** One line that may be empty. `what` is its Chinese title; `most` is in characters. */
export function cleanLine(text: string, what: string, most = Number.POSITIVE_INFINITY): string {
  const line = text.trim().toWellFormed()
  if (lengthOf(line) > most) throw wrong(`${what}最多 ${most} 个字`)
  if (controls.test(line)) throw wrong(`${what}不能含换行等控制字符`)
  return isBlank(line) ? '' : line
}

/** One line that may not be empty. */
export function cleanName(text: string, what = '名称', most = 100): string {
  const name = cleanLine(text, what, most)
  if (name === '') throw wrong(`${what}不能为空`)
  return name
}

/** Several lines, or none. */
export function cleanText(text: string, what: string, most = Number.POSITIVE_INFINITY): string {
  const cleaned = text.trim().toWellFormed()
  if (hasTextControls(cleaned)) throw wrong(`${what}不能含控制字符`)
  if (lengthOf(cleaned) > most) throw wrong(`${what}最多 ${most} 个字`)
  return cleaned
}

/** The key under which two names count as equal: ignores case, width and compatibility forms. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase()
