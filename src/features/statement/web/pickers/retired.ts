// Retired points are offered for nothing new; a report that has one keeps it, marked.
import type { QueryPoint } from '#features/statement/contract.ts'

export const offered = (points: readonly QueryPoint[], chosen: readonly number[]): QueryPoint[] =>
  points.filter(({ id, retired }) => retired === undefined || chosen.includes(id))

export const detailOf = (unit: string, retired: QueryPoint['retired']): string | undefined =>
  [unit, retired && '停用'].filter(Boolean).join('，') || undefined
