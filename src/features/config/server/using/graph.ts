// The dependency graph from physical tables to reports: around one definition, or all of it within limits.

import { dimensionTypeTitles } from '#semantic/model/titles.ts'
import type { Model, TableJoin } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import type { Caller } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import type { DefinitionGraph, DefinitionNode } from '#features/config/contract.ts'
import { readModel } from '../model.ts'
import { pointTypeTitles } from '../options.ts'
import { readersOf } from './formulas.ts'
import { reportsNaming } from './reports.ts'

const mostNodes = 600

type Node = Omit<DefinitionNode, 'layer'>
type Edge = DefinitionGraph['edges'][number]

interface Request {
  kind?: 'dimensionTable' | 'pointTable' | 'dimension' | 'point' | undefined
  id?: number | undefined
  definitions?: boolean | undefined
}

export async function definitionGraph(
  deps: Deps,
  caller: Caller,
  { kind, id, definitions = false }: Request,
): Promise<DefinitionGraph> {
  const whole = await graphOf(await readModel(deps))
  const start = kind === undefined || id === undefined ? null : `${kind}:${id}`
  if (start !== null && !whole.nodes.has(start)) throw new AppError('object_missing')
  const near = start === null ? new Set(whole.nodes.keys()) : await around(start, whole.edges)
  // Reports that depend on the definition, not those that only share its dependencies.
  const above = start === null ? near : await reached([start], whole.edges, 'from', 'to')
  if (!definitions) {
    for (const { node, edges } of await reportNodes(deps, caller, whole, above)) {
      await breathe()
      whole.nodes.set(node.key, node)
      whole.edges.push(...edges.filter(({ from }) => near.has(from)))
      near.add(node.key)
    }
  }
  const kept = new Set([...near].slice(0, mostNodes))
  const edges: Edge[] = []
  for (const edge of whole.edges) {
    await breathe()
    if (kept.has(edge.from) && kept.has(edge.to)) edges.push(edge)
  }
  const layers = layersOf(kept, edges)
  const nodes = [...kept].flatMap((key): DefinitionNode[] => {
    const node = whole.nodes.get(key)
    return node ? [{ ...node, layer: layers.get(key) ?? 0 }] : []
  })
  return { nodes, edges, left: near.size - kept.size }
}

interface Whole {
  nodes: Map<string, Node>
  edges: Edge[]
}

async function graphOf(model: Model): Promise<Whole> {
  const nodes = new Map<string, Node>()
  const edges: Edge[] = []
  const put = (kind: Node['kind'], id: number, name: string, detail: string, key = `${kind}:${id}`) => {
    nodes.set(key, { key, kind, id, name, detail, viewMetaId: null })
    return key
  }
  const physical = (name: string) => {
    const key = `physical:${name.toLowerCase()}`
    return nodes.has(key) ? key : put('physical', 0, name, '', key)
  }
  for (const { id, name, table_truename, joins = [] } of model.dimensionTables) {
    const to = put('dimensionTable', id, name, table_truename)
    edges.push({ from: physical(table_truename), to }, ...joined(joins, to))
  }
  const facts = new Map<string, string>()
  for (const { id, name, table_truename, joins } of model.pointTables) {
    const to = put('pointTable', id, name, table_truename)
    facts.set(table_truename.toLowerCase(), to)
    edges.push({ from: physical(table_truename), to }, ...joined(joins, to))
  }
  for (const { id, name, types, table_id, info } of model.dimensions) {
    const to = put('dimension', id, name, dimensionTypeTitles[types] ?? types)
    const fact = info.factTable && facts.get(info.factTable.toLowerCase())
    if (table_id !== null) edges.push({ from: `dimensionTable:${table_id}`, to })
    else if (fact) edges.push({ from: fact, to })
  }
  for (const { id, name, types, table_id } of model.points) {
    await breathe()
    const to = put('point', id, name, pointTypeTitles[types] ?? types)
    if (table_id !== null) edges.push({ from: `pointTable:${table_id}`, to })
  }
  const readers = readersOf(model.points)
  for (const point of model.points) {
    await breathe()
    for (const reader of readers(point)) edges.push({ from: `point:${point.id}`, to: `point:${reader.id}` })
  }
  return { nodes, edges: edges.filter(({ from, to }) => nodes.has(from) && nodes.has(to)) }
}

/** A table joined in two roles counts once. */
const joined = (joins: readonly TableJoin[], to: string): Edge[] =>
  [...new Set(joins.map(({ dimTableId }) => dimTableId))].map((id) => ({ from: `dimensionTable:${id}`, to }))

async function reportNodes(
  { metadata: { db } }: Deps,
  caller: Caller,
  { nodes }: Whole,
  above: ReadonlySet<string>,
): Promise<{ node: Node; edges: Edge[] }[]> {
  const idsOf = (kind: Node['kind']) =>
    new Set([...above].flatMap((key) => (nodes.get(key)?.kind === kind ? [nodes.get(key)?.id ?? 0] : [])))
  const found: { node: Node; edges: Edge[] }[] = []
  const reports = await reportsNaming(db, caller, { dims: idsOf('dimension'), points: idsOf('point') })
  for (const { id, isSeen, reportName, viewName, viewMetaId, ids } of reports) {
    await breathe()
    if (!isSeen) continue
    const to = `report:${id}`
    const from = [
      ...[...ids.dims].map((dim) => `dimension:${dim}`),
      ...[...ids.points].map((point) => `point:${point}`),
    ]
    found.push({
      node: { key: to, kind: 'report', id, name: reportName, detail: viewName, viewMetaId },
      edges: from.filter((one) => nodes.has(one)).map((one) => ({ from: one, to })),
    })
  }
  return found
}

/** Everything it depends on, and everything that depends on it. */
async function around(start: string, edges: readonly Edge[]): Promise<Set<string>> {
  const above = await reached([start], edges, 'from', 'to')
  return above.union(await reached([start], edges, 'to', 'from'))
}

async function reached(
  starts: readonly string[],
  edges: readonly Edge[],
  here: 'from' | 'to',
  there: 'from' | 'to',
): Promise<Set<string>> {
  const next = new Map<string, string[]>()
  for (const edge of edges) {
    await breathe()
    const others = next.get(edge[here])
    if (others) others.push(edge[there])
    else next.set(edge[here], [edge[there]])
  }
  const found = new Set(starts)
  // A Set iterates over elements added during the loop.
  for (const key of found) {
    await breathe()
    for (const other of next.get(key) ?? []) found.add(other)
  }
  return found
}

/**
 * By the longest path from the sources. Recursive formulas can't be saved; those in an older store end the
 * walk.
 */
function layersOf(keys: ReadonlySet<string>, edges: readonly Edge[]): Map<string, number> {
  const layers = new Map([...keys].map((key) => [key, 0]))
  for (let turn = 0; turn < 30; turn += 1) {
    let isMoved = false
    for (const { from, to } of edges) {
      const least = (layers.get(from) ?? 0) + 1
      if ((layers.get(to) ?? 0) >= least) continue
      layers.set(to, least)
      isMoved = true
    }
    if (!isMoved) break
  }
  return layers
}
