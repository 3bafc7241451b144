// Dimensions that are the same for all rows of a balance series: made only of the series' own columns, or of
// tables joined by them. They are read after the last values are known, which are far fewer than the fact's
// rows.
//
//   series server_id, currency:  the dimensions server_id and server_name (joined by server_id) are such,
//                                balances add up along them; the dimension balance_date is not
import { isComposite, mapChildren } from '../model/expression/tree.ts'
import { factSource } from '../plan/tree/reached.ts'
import type { FactPlan, Join, Node } from '../plan/tree/tree.ts'

export type SeriesField = Extract<Node, { kind: 'field' }>

interface SeriesDims {
  /** For each of the fact's dimensions, in order: whether it is constant within a series. */
  isOf: boolean[]
  /** Joins that these dimensions need. */
  naming: Join[]
  /** Joins that everything else of the fact needs. */
  needed: Join[]
}

export function seriesDims(fact: FactPlan): SeriesDims {
  const series = fact.balances?.series ?? []
  const columns = new Set(series.flatMap((node) => (node.kind === 'field' ? [node.name] : [])))
  const known = new Set<string>()
  const stands = (node: Node, own: string | null): boolean =>
    fieldsIn(node).every(({ source, name }) =>
      source === factSource ? columns.has(name) : source === own || known.has(source),
    )
  for (const { source, on } of fact.joins) if (on.every((node) => stands(node, source))) known.add(source)
  const isOf = fact.dims.map((node) => stands(node, null))
  const naming = reached(
    fact.joins,
    fact.dims.filter((_, index) => isOf[index]),
  )
  const needed = reached(fact.joins, [
    ...fact.dims.filter((_, index) => !isOf[index]),
    ...fact.where,
    ...series,
    ...(fact.balances === null ? [] : [fact.balances.at]),
    ...fact.points.flatMap(({ argument, condition }) =>
      [argument, condition].filter((node) => node !== null),
    ),
  ])
  return { isOf, naming, needed }
}

/** The joins that the nodes read, and those that these joins' conditions read. */
function reached(joins: Join[], nodes: Node[]): Join[] {
  const sources = new Set(nodes.flatMap(fieldsIn).map(({ source }) => source))
  // A join's condition reads only earlier joins.
  for (const { source, on } of joins.toReversed())
    if (sources.has(source)) for (const field of on.flatMap(fieldsIn)) sources.add(field.source)
  return joins.filter(({ source }) => sources.has(source))
}

function fieldsIn(node: Node): SeriesField[] {
  if (node.kind === 'field') return [node]
  if (isComposite<Node>(node)) {
    const fields: SeriesField[] = []
    mapChildren(node, (child) => fields.push(...fieldsIn(child)))
    return fields
  }
  return 'operand' in node ? fieldsIn(node.operand) : []
}

/** A copy of the node with each column of the fact replaced. */
export function withFields(node: Node, replace: (field: SeriesField) => Node): Node {
  if (node.kind === 'field') return node.source === factSource ? replace(node) : node
  if (isComposite<Node>(node)) return mapChildren(node, (child) => withFields(child, replace))
  return 'operand' in node ? { ...node, operand: withFields(node.operand, replace) } : node
}
