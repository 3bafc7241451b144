// The board's tiles on their grid. By pointer they are dragged by their heads and resized at their corners; keys do the
// same (grid.ts). On narrower pages the same tiles flow in fewer columns.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { GridLayout } from 'react-grid-layout'
import { columnsAt, inOrder, narrowed } from '#semantic/model/board/narrowed.ts'
import { boardColumns } from '#semantic/model/board/types.ts'
import { useReport } from '../report/store.ts'
import { followTables } from './alive.ts'
import { want, watchSight } from './asking.ts'
import { asksOf } from './asks.ts'
import { arrange } from './edit/editing.ts'
import { gap, itemOf, placedAs, rowHeight } from './grid.ts'
import { useBoard } from './store.ts'
import { Tile } from './tiles/Tile.tsx'
import './board.css'

function useAsks() {
  const board = useBoard((state) => state.board)
  const shown = useBoard((state) => state.shown)
  const bar = useBoard((state) => state.bar)
  const cross = useBoard((state) => state.cross)
  const reports = useReport((state) => state.reports)
  const asked = useRef<ReturnType<typeof asksOf>>(new Map())
  return useMemo(() => {
    const found = asksOf({ tiles: board?.tiles ?? [], reports, reaches: shown?.reaches ?? [], bar, cross })
    // A tile whose question is the same keeps its object, and is not drawn anew.
    for (const [id, one] of found) {
      const former = asked.current.get(id)
      if (former && JSON.stringify(former) === JSON.stringify(one)) found.set(id, former)
    }
    asked.current = found
    return found
  }, [board, shown, bar, cross, reports])
}

/** Tiles in the window, whose figures are asked first. */
function useInView(host: React.RefObject<HTMLElement | null>, count: number): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tiles are watched anew.
  useEffect(() => {
    const now = new Set<string>()
    const watch = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const id = target.getAttribute('data-tile') ?? ''
        if (isIntersecting) now.add(id)
        else now.delete(id)
      }
      setSeen(new Set(now))
    })
    for (const tile of host.current?.querySelectorAll('[data-tile]') ?? []) watch.observe(tile)
    return () => watch.disconnect()
  }, [host, count])
  return seen
}

function useWidth(host: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = host.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [host])
  return width
}

export function BoardGrid() {
  const host = useRef<HTMLDivElement>(null)
  const width = useWidth(host)
  const tiles = useBoard((state) => state.board?.tiles) ?? []
  const editing = useBoard((state) => state.editing)
  const shown = useBoard((state) => state.shown)
  const reports = useReport((state) => state.reports)
  const asks = useAsks()
  const columns = columnsAt(width)
  const placed = useMemo(() => inOrder(narrowed(tiles, columns)), [tiles, columns])
  const seen = useInView(host, width === 0 ? 0 : placed.length)
  useEffect(watchSight, [])
  useEffect(followTables, [])
  useEffect(() => {
    const order = [...placed].sort((one, other) => Number(seen.has(other.id)) - Number(seen.has(one.id)))
    want(order.flatMap(({ id }) => asks.get(id)?.asks.map(({ ask }) => ask) ?? []))
  }, [placed, seen, asks])
  const nameOf = useMemo(() => {
    const names = new Map(shown?.dimensions.map(({ id, name }) => [id, name]))
    return (dim: number) => names.get(dim) ?? `维度 ${dim}`
  }, [shown])
  const isArranged = editing && columns === boardColumns
  const grid = useMemo(
    () => ({ cols: columns, rowHeight, margin: [gap, gap] as const, containerPadding: [0, 0] as const }),
    [columns],
  )
  const drag = useMemo(
    () => ({ enabled: isArranged, handle: '.tile-head, .tile-text', cancel: '.tile-menu' }),
    [isArranged],
  )
  const resize = useMemo(() => ({ enabled: isArranged, handles: ['se', 'e', 's'] as const }), [isArranged])
  const layout = useMemo(() => placed.map(itemOf), [placed])
  const put: React.ComponentProps<typeof GridLayout>['onDragStop'] = (next) => {
    arrange((all) => placedAs(all, next))
  }
  return (
    <div className="board-grid" ref={host} data-editing={isArranged || undefined}>
      {width > 0 && (
        <GridLayout
          width={width}
          gridConfig={grid}
          dragConfig={drag}
          resizeConfig={resize}
          layout={layout}
          onDragStop={put}
          onResizeStop={put}
        >
          {placed.map((tile) => (
            <div key={tile.id}>
              <Tile
                tile={tile}
                asked={asks.get(tile.id)}
                report={tile.kind === 'text' ? undefined : reports.find(({ id }) => id === tile.report)}
                nameOf={nameOf}
              />
            </div>
          ))}
        </GridLayout>
      )}
    </div>
  )
}
