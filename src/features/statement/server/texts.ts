// Validates typed names and remarks.
import { cleanName as cleanObjectName, hasTextControls } from '#server/objects/texts.ts'
import { AppError } from '#shared/errors.ts'

export const cleanName = (text: string | undefined): string => cleanObjectName(text ?? '')

/** Surrounding blanks are kept, because the next change quotes the present remark exactly. */
export function cleanRemark(text: string): string {
  if (hasTextControls(text)) throw new AppError('parameter_wrong', '备注不能含控制字符')
  return text.toWellFormed()
}
