// Draws the dependency graph.
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { closeDialog } from '#web/shell/dialog.tsx'
import type { DefinitionGraph, DefinitionNode } from '#features/config/contract.ts'
import { definitionAddress, reportAddress } from '../uses/words.ts'
import { type Drawing, nodeHeight, nodeWidth, type Placed, placedNodes } from './placing.ts'

interface Props {
  graph: DefinitionGraph
  /** Key of the selected node. */
  start: string
}

const kindTitles: Record<DefinitionNode['kind'], string> = {
  physical: '数据表',
  dimensionTable: '维度表',
  pointTable: '指标表',
  dimension: '维度',
  point: '指标',
  report: '报表',
}

export function Graph({ graph, start }: Props) {
  const drawing = useMemo(() => placedNodes(graph), [graph])
  const [at, setAt] = useState(start)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const first = box.current?.querySelector<HTMLElement>('[tabindex="0"]')
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'center', inline: 'center' })
  }, [])
  const walk = (event: KeyboardEvent) => {
    const next = nextNode(graph, drawing, at, event.key)
    if (!next) return
    event.preventDefault()
    setAt(next)
    box.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(next)}"]`)?.focus()
  }
  const joined = new Set(
    graph.edges.flatMap(({ from, to }) => (from === at ? [to] : to === at ? [from] : [])),
  )
  return (
    <div className="config-graph" ref={box}>
      {/* biome-ignore lint/a11y/useSemanticElements: a list would number what is a net. */}
      <div
        role="group"
        aria-label="上下游关系：左右键沿线走，上下键在同一列走，回车打开"
        className="config-graph-nodes"
        style={{ width: drawing.width, height: drawing.height }}
        onKeyDown={walk}
      >
        <Lines graph={graph} drawing={drawing} at={at} />
        {drawing.placed.map(({ node, left, top }) => (
          <button
            key={node.key}
            type="button"
            data-node={node.key}
            className={nodeClass(node, at, start, joined)}
            style={{ left, top, width: nodeWidth, height: nodeHeight }}
            tabIndex={node.key === at ? 0 : -1}
            title={node.name}
            onFocus={() => setAt(node.key)}
            onClick={() => openNode(node)}
          >
            <span className="config-node-name">{node.name}</span>
            <span className="config-node-kind">
              {kindTitles[node.kind]}
              {node.detail && ` ${node.detail}`}
            </span>
            <span className="visually-hidden">{joinsText(node, graph, drawing)}</span>
          </button>
        ))}
      </div>
    </div>
  )
}

function nodeClass(node: DefinitionNode, at: string, start: string, joined: ReadonlySet<string>): string {
  return [
    'config-node',
    `config-node-${node.kind}`,
    node.key === start ? 'config-node-start' : '',
    node.key === at || joined.has(node.key) ? 'config-node-near' : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function Lines({ graph, drawing, at }: { graph: DefinitionGraph; drawing: Drawing; at: string }) {
  return (
    <svg className="config-graph-lines" width={drawing.width} height={drawing.height} aria-hidden="true">
      {graph.edges.map(({ from, to }) => {
        const [one, other] = [drawing.byKey.get(from), drawing.byKey.get(to)]
        if (!one || !other) return null
        const isNear = from === at || to === at
        return (
          <path
            key={`${from} ${to}`}
            className={isNear ? 'config-line config-line-near' : 'config-line'}
            d={curve(one, other)}
          />
        )
      })}
    </svg>
  )
}

function curve(from: Placed, to: Placed): string {
  const [x, y] = [from.left + nodeWidth, from.top + nodeHeight / 2]
  const [toX, toY] = [to.left, to.top + nodeHeight / 2]
  const middle = (x + toX) / 2
  return `M ${x} ${y} C ${middle} ${y}, ${middle} ${toY}, ${toX} ${toY}`
}

/** A description: what the node depends on, and what depends on it. */
function joinsText(node: DefinitionNode, { edges }: DefinitionGraph, { byKey }: Drawing): string {
  const names = (keys: readonly string[]) =>
    keys
      .flatMap((key) => byKey.get(key)?.node.name ?? [])
      .slice(0, 10)
      .join('、')
  const on = names(edges.filter(({ to }) => to === node.key).map(({ from }) => from))
  const by = names(edges.filter(({ from }) => from === node.key).map(({ to }) => to))
  return [on && `依赖 ${on}`, by && `用于 ${by}`].filter(Boolean).join('，')
}

/** Left and right follow an edge to the nearest node; up and down stay in the column. */
function nextNode(
  { edges }: DefinitionGraph,
  { placed, byKey }: Drawing,
  at: string,
  key: string,
): string | undefined {
  const here = byKey.get(at)
  if (!here) return undefined
  if (key === 'Home' || key === 'End') return placed.at(key === 'Home' ? 0 : -1)?.node.key
  const others =
    key === 'ArrowLeft'
      ? edges.filter(({ to }) => to === at).flatMap(({ from }) => byKey.get(from) ?? [])
      : key === 'ArrowRight'
        ? edges.filter(({ from }) => from === at).flatMap(({ to }) => byKey.get(to) ?? [])
        : key === 'ArrowUp' || key === 'ArrowDown'
          ? placed.filter(
              ({ left, top }) => left === here.left && (key === 'ArrowUp' ? top < here.top : top > here.top),
            )
          : []
  const distance = ({ top }: Placed) => Math.abs(top - here.top)
  return others.sort((one, other) => distance(one) - distance(other))[0]?.node.key
}

function openNode({ kind, id, name, viewMetaId }: DefinitionNode): void {
  if (kind === 'physical') return
  const address =
    kind === 'report'
      ? viewMetaId === null
        ? null
        : reportAddress(viewMetaId, id)
      : definitionAddress(kind, id, name)
  if (address === null) return
  closeDialog()
  navigate(address)
}
