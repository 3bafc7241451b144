// What a file system says → what a user reads.
import { AppError } from '../../../shared/errors.ts'

const noSpace = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

export function writeFailure(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return noSpace.has(code) ? new AppError('storage_full', '磁盘空间不足，结果未保存；请联系管理员') : error
}

export function readFailure(error: unknown): unknown {
  return (error as NodeJS.ErrnoException).code === 'ENOENT' ? new AppError('result_expired') : error
}
