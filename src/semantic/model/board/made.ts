// The board of a view that has none yet, made from its reports: large figures on top, then a tile for each report.
import type { ReportChart, ReportInfo } from '../types.ts'
import { type Board, type BoardTile, boardColumns, type FigureTile, type ReportTile } from './types.ts'

interface MadeFrom {
  id: number
  info: ReportInfo
  /** The date by which its figures can be told day by day; null where there is none. */
  day: number | null
}

const mostFigures = 4
const mostReports = 16
const figureSize = { w: 3, h: 3 }

export function madeBoard(reports: readonly MadeFrom[]): Board {
  const figures = madeFigures(reports)
  const first = figures.length > 0 ? figureSize.h : 0
  return { tiles: [...figures, ...inRows(reports.slice(0, mostReports).flatMap(wanted), first)], bar: {} }
}

const isPlain = ({ kind }: ReportInfo): boolean => (kind ?? 'table') === 'table'

/** The first points, each once; those of the first reports come first. */
function madeFigures(reports: readonly MadeFrom[]): FigureTile[] {
  const found = new Map<number, number>()
  for (const { id, info, day } of reports) {
    if (day === null || !isPlain(info)) continue
    for (const point of info.points) if (point > 0 && !found.has(point)) found.set(point, id)
  }
  return [...found].slice(0, mostFigures).map(([point, report], at, all) => {
    const w = boardColumns / all.length
    return {
      id: `f${at + 1}`,
      kind: 'figure',
      report,
      key: `p${point}`,
      of: 'day',
      ...figureSize,
      x: at * w,
      y: 0,
      w,
    }
  })
}

type Wanted = Pick<ReportTile, 'kind' | 'report' | 'w' | 'h' | 'chart'>

/** In a narrow tile names stand beside bars, not under columns. */
const bars: ReportChart = { kind: 'bar' }

/** Reports of figures alone have nothing to draw: their figures stand above. */
function wanted({ id: report, info, day }: MadeFrom): Wanted[] {
  if (!isPlain(info)) {
    const isTriangle = info.kind === 'retention' || info.kind === 'ltv'
    return [{ kind: 'chart', report, ...(isTriangle ? { w: 7, h: 7 } : { w: 5, h: 7 }) }]
  }
  if (info.dims.length === 0) return []
  if (info.pivot && info.pivot.length > 0) return [{ kind: 'pivot', report, w: 6, h: 7 }]
  if (day !== null && info.dims.includes(day)) return [{ kind: 'chart', report, w: 8, h: 6 }]
  return [
    info.dims.length === 1
      ? { kind: 'chart', report, w: 4, h: 6, chart: info.chart?.kind ? info.chart : bars }
      : { kind: 'table', report, w: 6, h: 6 },
  ]
}

/** Rows are filled: what fits beside a tile is taken next, and the last one is widened to the edge. */
function inRows(all: readonly Wanted[], from: number): BoardTile[] {
  const left = [...all]
  const tiles: BoardTile[] = []
  let y = from
  while (left.length > 0) {
    const row: Wanted[] = []
    let room = boardColumns
    for (let at = left.findIndex(({ w }) => w <= room); at >= 0; at = left.findIndex(({ w }) => w <= room)) {
      const [next] = left.splice(at, 1)
      if (!next) break
      row.push(next)
      room -= next.w
    }
    const h = Math.max(...row.map((one) => one.h))
    let x = 0
    for (const [at, one] of row.entries()) {
      const w = at === row.length - 1 ? boardColumns - x : one.w
      const { kind, report, chart } = one
      tiles.push({ id: `r${tiles.length + 1}`, kind, report, ...(chart && { chart }), x, y, w, h })
      x += w
    }
    y += h
  }
  return tiles
}
