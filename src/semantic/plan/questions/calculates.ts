// Names of the points to blame when a statement fails on a number overflow: those of the request (including parts of
// formulas, filters and ranking) whose expression contains +, - or *; if there are none, all of them, as a sum may have
// overflowed.
import { pointsIn } from '#semantic/model/conditions.ts'
import { parseExpression } from '#semantic/model/expression/parse.ts'
import { type Expression, isComposite, mapChildren } from '#semantic/model/expression/tree.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import type { Point, ReportInfo } from '#semantic/model/types.ts'

export function calculatingPoints(info: ReportInfo, lookup: Lookup): string[] {
  const ids = [...info.points, ...pointsIn(info.filters), ...(info.top ? [info.top.by] : [])]
  const found = new Map<number, Point>()
  const visit = (point: Point | undefined): void => {
    if (point === undefined || found.has(point.id)) return
    found.set(point.id, point)
    if (point.types === 'computed')
      for (const name of namesIn(point)) for (const part of lookup.pointsByName.get(name) ?? []) visit(part)
  }
  for (const id of ids) visit(lookup.points.get(id))
  const points = [...found.values()]
  const calculating = points.filter(hasArithmetic)
  return (calculating.length > 0 ? calculating : points).map(({ name }) => name)
}

const isCounted = ({ name_sql: text }: Point): boolean => text.trim() === '' || text.trim() === '*'

function namesIn(point: Point): string[] {
  const names: string[] = []
  walk(parseExpression(point.name_sql), (node) => node.kind === 'point' && names.push(node.name))
  return names
}

function hasArithmetic(point: Point): boolean {
  if (isCounted(point)) return false
  let found = false
  walk(parseExpression(point.name_sql), (node) => {
    if (node.kind === 'binary' && ['+', '-', '*'].includes(node.operator)) found = true
  })
  return found
}

function walk(node: Expression, see: (node: Expression) => void): void {
  see(node)
  if (isComposite<Expression>(node))
    mapChildren<Expression, Expression>(node, (child) => {
      walk(child, see)
      return child
    })
}
