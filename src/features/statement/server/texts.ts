// Names and remarks as people type them.
import { AppError } from '../../../shared/errors.ts'

const mostCharacters = 100
const controls = /[\p{Cc}\u2028\u2029]/u
/** Line breaks and tabs have their place in a remark. */
const remarkControls = /(?![\t\n\r])\p{Cc}/u
const unseen = /[\s\p{Cf}\p{Zs}]/gu

/** The name as it is kept: trimmed, with something to see in it. */
export function cleanName(text: string | undefined): string {
  const name = (text ?? '').trim().toWellFormed()
  if (name.replace(unseen, '') === '') throw new AppError('parameter_wrong', '名称不能为空')
  if (name.length > mostCharacters) throw new AppError('parameter_wrong', `名称最多 ${mostCharacters} 个字`)
  if (controls.test(name)) throw new AppError('parameter_wrong', '名称不能含换行等控制字符')
  return name
}

export function cleanRemark(text: string): string {
  if (remarkControls.test(text)) throw new AppError('parameter_wrong', '备注不能含控制字符')
  return text.toWellFormed()
}
