// Places the nodes of the graph: one column for each layer, ordered for few crossing edges.
import type { DefinitionGraph, DefinitionNode } from '#features/config/contract.ts'

export interface Placed {
  node: DefinitionNode
  left: number
  top: number
}

export interface Drawing {
  placed: readonly Placed[]
  byKey: ReadonlyMap<string, Placed>
  width: number
  height: number
}

export const nodeWidth = 168
export const nodeHeight = 40
const columnGap = 72
const rowGap = 12
const edge = 12
/** Each sweep orders a layer by the positions of its neighbours; further sweeps change little. */
const sweeps = 4

export function placedNodes({ nodes, edges }: DefinitionGraph): Drawing {
  const layers = layersOf(nodes)
  const below = neighbours(edges, 'to', 'from')
  const above = neighbours(edges, 'from', 'to')
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let at = 1; at < layers.length; at++) order(layers[at] ?? [], layers[at - 1] ?? [], below)
    for (let at = layers.length - 2; at >= 0; at--) order(layers[at] ?? [], layers[at + 1] ?? [], above)
  }
  const tallest = Math.max(1, ...layers.map((layer) => layer.length))
  const height = tallest * (nodeHeight + rowGap) - rowGap
  const placed = layers.flatMap((layer, column) => {
    const own = layer.length * (nodeHeight + rowGap) - rowGap
    const start = edge + (height - own) / 2
    return layer.map((node, row) => ({
      node,
      left: edge + column * (nodeWidth + columnGap),
      top: start + row * (nodeHeight + rowGap),
    }))
  })
  return {
    placed,
    byKey: new Map(placed.map((one) => [one.node.key, one])),
    width: layers.length * (nodeWidth + columnGap) - columnGap + 2 * edge,
    height: height + 2 * edge,
  }
}

/** Empty layers take no space. Reports are in the last layer, whatever the depth of their parts. */
function layersOf(nodes: readonly DefinitionNode[]): DefinitionNode[][] {
  const byLayer = Map.groupBy(nodes, ({ kind, layer }) => (kind === 'report' ? Infinity : layer))
  return [...byLayer.keys()].sort((one, other) => one - other).map((layer) => byLayer.get(layer) ?? [])
}

function neighbours(
  edges: DefinitionGraph['edges'],
  of: 'from' | 'to',
  to: 'from' | 'to',
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const line of edges) {
    const known = found.get(line[of])
    if (known) known.push(line[to])
    else found.set(line[of], [line[to]])
  }
  return found
}

/** Orders by the mean position of the neighbours. */
function order(
  layer: DefinitionNode[],
  beside: readonly DefinitionNode[],
  joined: ReadonlyMap<string, readonly string[]>,
): void {
  const places = new Map(beside.map(({ key }, at) => [key, at]))
  const middles = new Map(
    layer.map(({ key }, at) => {
      const known = (joined.get(key) ?? []).flatMap((other) => places.get(other) ?? [])
      const middle = known.length === 0 ? at : known.reduce((sum, one) => sum + one, 0) / known.length
      return [key, middle]
    }),
  )
  layer.sort((one, other) => (middles.get(one.key) ?? 0) - (middles.get(other.key) ?? 0))
}
