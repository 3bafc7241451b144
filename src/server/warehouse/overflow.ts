// A figure beyond every numeric type of the warehouse: an error for readers of reports, and a mark for
// callers that can locate it.
import { AppError } from '#shared/errors.ts'

const mending = '请缩小范围，或在公式、表达式里先写 cast(… as double)，按约 15 位有效数字计算'

export function overflow(what: string): AppError {
  return new AppError('report_invalid', `${what}，${mending}`, { overflow: true })
}

/** Another numeric failure, without a location from the warehouse. */
export function unplaced(what: string): AppError {
  return new AppError('query_failed', what, { overflow: true })
}

export function isOverflow({ data }: AppError): boolean {
  return typeof data === 'object' && data !== null && 'overflow' in data
}
