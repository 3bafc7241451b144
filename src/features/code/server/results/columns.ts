// Checks columns that a call names by index.

import { AppError } from '#shared/errors.ts'
import type { Run } from '#features/code/contract.ts'

export function assertColumns({ columns }: Run, indices: number[]): void {
  const wrong = indices.find((index) => index >= columns.length)
  if (wrong === undefined) return
  throw new AppError('parameter_wrong', `结果只有 ${columns.length} 列，没有第 ${wrong + 1} 列`)
}
