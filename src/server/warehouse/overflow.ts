// A figure that no type of the warehouse holds: said to readers of reports, and known again by those who can say where.
import { AppError } from '#shared/errors.ts'

export const mending = '请缩小范围，或在公式、表达式里先写 cast(… as double)，按约 15 位有效数字计算'

export function overflow(what: string): AppError {
  return new AppError('report_invalid', `${what}，${mending}`, { overflow: true })
}

/** Another failure of numbers, of which the warehouse does not say where. */
export function unplaced(what: string): AppError {
  return new AppError('query_failed', what, { overflow: true })
}

export function isOverflow({ data }: AppError): boolean {
  return typeof data === 'object' && data !== null && 'overflow' in data
}
