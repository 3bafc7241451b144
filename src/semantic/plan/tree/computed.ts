// Computed points: formulas over columns of the aggregated rows (source `r`). They are computed at each level, so that
// a total's ratio is the ratio of the totals.
//
//   [充值金额] / [活跃用户]  →  r."p11" / nullif(r."p1", 0)

import type { ComputedDefinition, LeafDefinition, PointDefinition } from '#semantic/model/definitions.ts'
import type { Exact } from '#semantic/model/expression/exact.ts'
import type { NameLeaf } from '#semantic/model/expression/tree.ts'
import { bindColumns, bindNames } from './build.ts'
import { keepDecimals } from './decimals.ts'
import { exactOf, exactOfAggregate } from './exact.ts'
import { isRealLeaf, mayNotBeFinite } from './finite.ts'
import { factSource, rowSource } from './reached.ts'
import type { ComputedPoint, Field, Node } from './tree.ts'

/** A point's column in the aggregated rows: r."p11". */
export function resultField(definition: PointDefinition): Field {
  return {
    kind: 'field',
    source: rowSource,
    name: `p${definition.point.id}`,
    type: definition.kind,
    narrow: false,
    exact: exactOfPoint(definition),
  }
}

const exacts = new WeakMap<PointDefinition, Exact>()

/**
 * The exact type of a point's figures, cached by definition: formulas refer to formulas, which would be walked
 * repeatedly.
 */
function exactOfPoint(definition: PointDefinition): Exact {
  const exact = exacts.get(definition) ?? findExact(definition)
  exacts.set(definition, exact)
  return exact
}

function findExact(definition: PointDefinition): Exact {
  if (definition.type === 'computed') return exactOf(computedPoint(definition).formula)
  return exactOfAggregate(definition.aggregate, argumentOf(definition))
}

const argumentOf = ({ argument, physical }: LeafDefinition): Node | null =>
  argument && bindColumns(argument.expression, physical, factSource)

/** The computed points among the given ones, and all that their formulas refer to, each once. */
export function computedPoints(wanted: PointDefinition[]): ComputedPoint[] {
  const points = new Map<number, ComputedPoint>()
  const visit = (definition: PointDefinition): void => {
    if (definition.type === 'leaf' || points.has(definition.point.id)) return
    points.set(definition.point.id, computedPoint(definition))
    for (const reference of definition.references.values()) visit(reference)
  }
  for (const definition of wanted) visit(definition)
  return [...points.values()]
}

const realPoints = new WeakMap<PointDefinition, boolean>()

/** Whether a point's figures must be checked (finite.ts); cached, because formulas refer to formulas. */
function isRealPoint(definition: PointDefinition): boolean {
  const known = realPoints.get(definition)
  if (known !== undefined) return known
  const isReal =
    definition.type === 'computed'
      ? computedPoint(definition).real !== null
      : isRealLeaf(definition.aggregate, argumentOf(definition))
  realPoints.set(definition, isReal)
  return isReal
}

function computedPoint(definition: ComputedDefinition): ComputedPoint {
  const { expression, references, point } = definition
  const referenced = (leaf: NameLeaf) => references.get(leaf.name) as PointDefinition
  const context = { text: point.name_sql, leaf: (leaf: NameLeaf) => referenced(leaf).kind }
  const formula = bindNames(keepDecimals(expression, context), (leaf) => resultField(referenced(leaf)))
  const reals = new Set([...references.values()].filter(isRealPoint).map((part) => resultField(part).name))
  return {
    key: `p${point.id}`,
    formula,
    stage: definition.stage,
    real: mayNotBeFinite(formula, ({ name }) => reals.has(name)) ? point.name : null,
  }
}
