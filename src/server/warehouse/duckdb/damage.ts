// Recognizes the engine's errors about damaged or missing files. DuckDB verifies each block's checksum when
// it reads the block, so flipped bits cause an error, never wrong figures.
import { AppError } from '#shared/errors.ts'

const told =
  /Corrupt database file|not a valid DuckDB database file|Could not read enough bytes from file|database does not exist|Failed to load metadata|Failed to deserialize/

export const isDamage = (message: string): boolean => told.test(message)

/** The engine does not name the file, so the error lists the tables that the statement reads. */
export function tablesDamaged(names: readonly string[]): AppError {
  const which = names.length === 0 ? '数据' : `数据表 ${names.join('、')} `
  const some = names.length > 1 ? '（其中至少一张）' : ''
  return new AppError(
    'warehouse_damaged',
    `${which}的文件已损坏${some}，读不出来；请联系管理员用备份恢复，或重新导入`,
    { tables: [...names] },
  )
}
