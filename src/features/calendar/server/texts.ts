// Names and titles of the calendar as people type them.
import { AppError } from '../../../shared/errors.ts'

const controls = /[\p{Cc}\u2028\u2029]/u
/** Line breaks and tabs have their place in a longer text. */
const textControls = /(?![\t\n\r])\p{Cc}/u

export function cleanLine(text: string): string {
  const line = text.trim().toWellFormed()
  if (controls.test(line)) throw new AppError('parameter_wrong', '名称不能含换行等控制字符')
  return line
}

export function cleanTitle(text: string): string {
  const title = cleanLine(text)
  if (title.replace(/[\s\p{Cf}]/gu, '') === '') throw new AppError('parameter_wrong', '标题不能为空')
  return title
}

export function cleanText(text: string): string {
  if (textControls.test(text)) throw new AppError('parameter_wrong', '说明不能含控制字符')
  return text.trim().toWellFormed()
}
