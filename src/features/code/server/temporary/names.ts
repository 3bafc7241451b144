// Names of temp tables: used unquoted in SQL, so only letters (Chinese included), digits and underscores.
import { AppError } from '#shared/errors.ts'

export const temporarySchema = 'tmp'

/** Trims the name and removes a leading `tmp.`; throws parameter_wrong. */
export function temporaryName(given: string): string {
  const name = given.trim().replace(/^tmp\./i, '')
  if (name === '') throw new AppError('parameter_wrong', '请填写临时表名')
  if (!/^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u.test(name)) {
    throw new AppError(
      'parameter_wrong',
      `临时表名「${name}」只能由文字、字母、数字和下划线组成，且不能以数字开头`,
    )
  }
  return name
}
