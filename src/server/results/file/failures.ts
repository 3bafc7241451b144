// What a file system says → what a user reads.
import { AppError } from '../../../shared/errors.ts'
import { storageFailure } from '../../storage.ts'

export const writeFailure = (error: unknown): unknown => storageFailure(error) ?? error

export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

export const readFailure = (error: unknown): unknown =>
  isMissing(error) ? new AppError('result_expired') : error
