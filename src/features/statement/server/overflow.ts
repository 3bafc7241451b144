// Where a number became too large: the warehouse says which, the report's definition which points may have made it.

import { isOverflow } from '#server/warehouse/overflow.ts'
import { AppError } from '#shared/errors.ts'
import type { Prepared } from './compiling.ts'

const mostNamed = 5

/** Runs a report's statement; a number that overflows is told with the points that it may stand in. */
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
