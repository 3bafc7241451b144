// The meaning of points and dimensions in column headers.

import { withOwnFormulas } from '#semantic/compile.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { readModel } from '#features/config/server/index.ts'
import type { ExplainedDimension, ExplainedPoint } from '#features/statement/contract.ts'
import { withStanding } from './doubts.ts'
import { explainDimension, explainPoint, formulasFor } from './meanings.ts'

export interface Asked {
  /** The report's own formulas. */
  formulas?: ReportInfo['formulas'] | undefined
  points?: number[] | undefined
  dims?: number[] | undefined
}

/** Existing ones, in the requested order. */
export async function explainColumns(
  deps: Deps,
  user: SessionUser,
  { points = [], dims = [], formulas = [] }: Asked,
): Promise<{ points: ExplainedPoint[]; dimensions: ExplainedDimension[] }> {
  const model = withOwnFormulas(await readModel(deps), { formulas })
  const show = formulasFor(user)
  const pointOf = new Map(model.points.map((point) => [point.id, point]))
  const dimensionOf = new Map(model.dimensions.map((dimension) => [dimension.id, dimension]))
  const explainedPoints = [...new Set(points)].flatMap((id) => {
    const point = pointOf.get(id)
    return point ? explainPoint(point, model, show) : []
  })
  const dimensions = [...new Set(dims)].flatMap((id) => {
    const dimension = dimensionOf.get(id)
    return dimension ? explainDimension(dimension, model, show) : []
  })
  return {
    points: await withStanding(deps, user, explainedPoints),
    dimensions: await withStanding(deps, user, dimensions),
  }
}
