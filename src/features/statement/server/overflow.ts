// Locates numeric overflows: the warehouse reports one, the definition shows which points may have caused it.

import { isOverflow } from '#server/warehouse/overflow.ts'
import { AppError } from '#shared/errors.ts'
import type { Prepared } from './compiling.ts'

const mostNamed = 5

/** Runs a report's statement; an overflow error names the points that may have caused it. */
export async function atItsPlace<Result>(
  { calculates = [] }: Partial<Pick<Prepared, 'calculates'>>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || !isOverflow(error) || calculates.length === 0) throw error
    const named = calculates
      .slice(0, mostNamed)
      .map((name) => `「${name}」`)
      .join('、')
    const rest = calculates.length > mostNamed ? `等 ${calculates.length} 个` : ''
    throw new AppError(error.code, `指标${named}${rest}：${error.message}`, error.data)
  }
}
