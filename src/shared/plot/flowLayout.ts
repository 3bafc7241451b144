// Where the nodes and links of a plot of flows lie: layers from left to right, nodes one below another, as high as the
// larger of what comes in and what goes out; links leave and arrive in the order of their nodes. Pure, in pixels.
import type { PlotFlow } from './plot.ts'

interface FlowNode {
  x: number
  y: number
  height: number
  value: number
}

export interface FlowLink {
  /** Its upper corner at the node that it leaves, and at that where it arrives. */
  from: { x: number; y: number }
  to: { x: number; y: number }
  height: number
}

interface FlowBox {
  left: number
  top: number
  width: number
  height: number
}

export interface FlowLayout {
  nodes: FlowNode[]
  links: FlowLink[]
}

export const nodeWidth = 12
const gap = 10

/** `values`: of the links, in their order. */
export function flowLayout(
  { nodes, links }: PlotFlow,
  values: readonly (number | null)[],
  box: FlowBox,
): FlowLayout {
  const valueAt = (link: number): number => Math.max(0, values[link] ?? 0)
  const sums = nodes.map((_, node) => {
    const sum = (side: 'from' | 'to') =>
      links.reduce((all, link, at) => all + (link[side] === node ? valueAt(at) : 0), 0)
    return Math.max(sum('from'), sum('to'))
  })
  const layers = Math.max(1, ...nodes.map(({ layer }) => layer + 1))
  const inLayer = (layer: number) => nodes.flatMap((node, at) => (node.layer === layer ? [at] : []))
  const scale = Math.min(
    ...Array.from({ length: layers }, (_, layer) => {
      const own = inLayer(layer)
      const whole = own.reduce((all, at) => all + (sums[at] ?? 0), 0)
      return whole > 0
        ? Math.max(1, box.height - gap * Math.max(0, own.length - 1)) / whole
        : Number.POSITIVE_INFINITY
    }),
  )
  const unit = Number.isFinite(scale) ? scale : 0
  const step = layers > 1 ? (box.width - nodeWidth) / (layers - 1) : 0
  const placed: FlowNode[] = nodes.map(() => ({ x: 0, y: 0, height: 0, value: 0 }))
  for (let layer = 0; layer < layers; layer++) {
    let y = box.top
    for (const at of inLayer(layer)) {
      const value = sums[at] ?? 0
      placed[at] = { x: box.left + layer * step, y, height: Math.max(1, value * unit), value }
      y += (placed[at] as FlowNode).height + gap
    }
  }
  const sides = { from: offsets('from'), to: offsets('to') }
  return {
    nodes: placed,
    links: links.map(({ from, to }, at) => {
      const [left, right] = [placed[from] as FlowNode, placed[to] as FlowNode]
      return {
        from: { x: left.x + nodeWidth, y: left.y + (sides.from[at] ?? 0) },
        to: { x: right.x, y: right.y + (sides.to[at] ?? 0) },
        height: valueAt(at) * unit,
      }
    }),
  }

  /** How far below its node's top each link begins or ends. */
  function offsets(side: 'from' | 'to'): number[] {
    const other = side === 'from' ? 'to' : 'from'
    const found = links.map(() => 0)
    for (const [node] of nodes.entries()) {
      let down = 0
      const own = links.flatMap((link, at) => (link[side] === node ? [at] : []))
      own.sort((one, next) => (links[one]?.[other] ?? 0) - (links[next]?.[other] ?? 0))
      for (const at of own) {
        found[at] = down
        down += valueAt(at) * unit
      }
    }
    return found
  }
}

/** The four corners of a link with its curves, as drawing steps for SVG and canvas alike. */
export function linkCurve({ from, to, height }: FlowLink): {
  start: [number, number]
  upper: [number, number, number, number, number, number]
  corner: [number, number]
  lower: [number, number, number, number, number, number]
} {
  const middle = (from.x + to.x) / 2
  return {
    start: [from.x, from.y],
    upper: [middle, from.y, middle, to.y, to.x, to.y],
    corner: [to.x, to.y + height],
    lower: [middle, to.y + height, middle, from.y + height, from.x, from.y + height],
  }
}
