// What a file system says → what a user reads.
import { AppError } from '../../../shared/errors.ts'
import { storageFailure } from '../../storage.ts'

export const writeFailure = (error: unknown): unknown => storageFailure(error) ?? error

export function readFailure(error: unknown): unknown {
  return (error as NodeJS.ErrnoException).code === 'ENOENT' ? new AppError('result_expired') : error
}
