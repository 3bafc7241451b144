// Names and remarks as people type them.
import { cleanName as cleanObjectName, hasTextControls } from '#server/objects/texts.ts'
import { AppError } from '#shared/errors.ts'

export const cleanName = (text: string | undefined): string => cleanObjectName(text ?? '')

/** Blanks at its ends stay: the next change names the remark that it changes, as it was typed. */
export function cleanRemark(text: string): string {
  if (hasTextControls(text)) throw new AppError('parameter_wrong', '备注不能含控制字符')
  return text.toWellFormed()
}
