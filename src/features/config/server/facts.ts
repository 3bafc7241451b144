// The point tables that a point is computed from, through its formula.
import { keptDefinitions, type PointDefinition } from '#semantic/model/definitions.ts'
import { keptLookup } from '#semantic/model/lookup.ts'
import { ReportProblem } from '#semantic/model/problem.ts'
import type { Model, PointTable } from '#semantic/model/types.ts'
import { AppError } from '#shared/errors.ts'

const known = new WeakMap<Model, Map<number, PointTable[]>>()

/** Point tables that a point is computed from. Throws AppError where its definition is wrong or gone. */
export function factsOfPoint(model: Model, pointId: number, gone = '指标已被删除'): PointTable[] {
  const byPoint = known.get(model) ?? new Map<number, PointTable[]>()
  known.set(model, byPoint)
  const found = byPoint.get(pointId)
  if (found) return found
  const lookup = keptLookup(model)
  const point = lookup.points.get(pointId)
  if (!point) throw new AppError('report_invalid', gone)
  const tables = new Map<number, PointTable>()
  try {
    collect(keptDefinitions(lookup).define(point), tables)
  } catch (error) {
    if (error instanceof ReportProblem) throw new AppError('report_invalid', error.message)
    throw error
  }
  const facts = [...tables.values()]
  byPoint.set(pointId, facts)
  return facts
}

function collect(definition: PointDefinition, tables: Map<number, PointTable>): void {
  if (definition.type === 'leaf') tables.set(definition.table.id, definition.table)
  else for (const reference of definition.references.values()) collect(reference, tables)
}
