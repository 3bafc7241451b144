// Retired points are offered for nothing new; a report that has one keeps it, marked.
import { isRetired, offered } from '#shared/standing.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import type { QueryPoint } from '#features/statement/contract.ts'

export const offeredPoints = (points: readonly QueryPoint[], chosen: readonly number[]): QueryPoint[] =>
  offered(points, chosen, businessToday())

export const detailOf = (point: Pick<QueryPoint, 'unit' | 'retired'>): string | undefined =>
  [point.unit, isRetired(point, businessToday()) && '停用'].filter(Boolean).join('，') || undefined
