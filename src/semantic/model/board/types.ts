// A view as one page: its tiles on a grid of 12 columns, and one bar of filters over all of them; its stored form, and
// what its view's history tells of it. One module, because every start of the server reads it.
import type { Comparison, DateRange, Grain, ReportChart, ReportCondition } from '../types.ts'

export const boardColumns = 12
/** Of one board. */
export const mostTiles = 60
/** Rows of the grid from the top; a row is 43 px high. */
export const mostRows = 2_000
export const longestTileText = 10_000
export const longestTileTitle = 100

/** In columns and rows of the grid. */
export interface Place {
  x: number
  y: number
  w: number
  h: number
}

interface Placed extends Place {
  /** Unique within the board. */
  id: string
  /** Absent: the report's or figure's name. */
  title?: string
}

export const reportLooks = ['chart', 'table', 'pivot'] as const

/** A report of the view. */
export interface ReportTile extends Placed {
  kind: (typeof reportLooks)[number]
  report: number
  /** Replaces the report's own chart. */
  chart?: ReportChart
}

/** What a figure should reach. */
export interface Goal {
  value: number
  /** Less is better: costs, losses. */
  low?: boolean
  /** Still nearly good at this part of the goal (0.9), or of its inverse where less is better. */
  near?: number
}

/** The latest whole day, or the days of the board as one. */
export const figureSpans = ['day', 'range'] as const
type FigureSpan = (typeof figureSpans)[number]

/** One large figure of a report, with its change, a small line, and how far its goal is. */
export interface FigureTile extends Placed {
  kind: 'figure'
  report: number
  /** Key of the report's column: `p12`, or `r7` of a retention. */
  key: string
  of: FigureSpan
  goal?: Goal
}

/** Markdown; HTML in it stays text. */
interface TextTile extends Placed {
  kind: 'text'
  text: string
}

export type BoardTile = ReportTile | FigureTile | TextTile
/** What stands on a report's figures. */
export type DataTile = ReportTile | FigureTile

/** What applies to all tiles that it reaches; absent parts leave each report as it is saved. */
export interface BoardBar {
  dateRange?: DateRange
  grain?: Grain
  compare?: Comparison
  /** On dimensions alone. */
  filters?: ReportCondition[]
}

export interface Board {
  tiles: BoardTile[]
  bar: BoardBar
}

export const isDataTile = (tile: BoardTile): tile is DataTile => tile.kind !== 'text'

/** Names of kinds of tiles. */
export const reportLookTitles: Record<BoardTile['kind'], string> = {
  chart: '图表',
  table: '表格',
  pivot: '透视表',
  figure: '大数字',
  text: '文字',
}

/** As its view's row keeps it; null where nobody has made one. */
export const readBoard = (stored: unknown): Board | null =>
  typeof stored === 'string' && stored !== '' ? (JSON.parse(stored) as Board) : null

// ---- what changed, in words

interface Change {
  title: string
  from: string
  to: string
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const nameOf = (tile: BoardTile, at: number): string =>
  tile.title || (tile.kind === 'text' ? firstLine(tile.text) : '') || `第 ${at + 1} 块`

const firstLine = (text: string): string => (/\S[^\n]{0,29}/.exec(text)?.[0] ?? '').replace(/^#+\s*/, '')

const placeText = ({ x, y, w, h }: BoardTile): string => `第 ${x + 1} 列第 ${y + 1} 行，宽 ${w} 高 ${h}`

/** A board that is null is made from the reports. */
export function boardChanges(from: Board | null, to: Board | null): Change[] {
  if (from === null || to === null)
    return [
      { title: '看板', from: from ? `${from.tiles.length} 块` : '', to: to ? `${to.tiles.length} 块` : '' },
    ]
  const before = new Map(from.tiles.map((tile, at) => [tile.id, { tile, at }]))
  const after = new Set(to.tiles.map(({ id }) => id))
  const changes = to.tiles.flatMap((tile, at): Change[] => {
    const former = before.get(tile.id)?.tile
    const title = `看板 ${nameOf(tile, at)}`
    if (!former) return [{ title, from: '', to: reportLookTitles[tile.kind] }]
    if (same(former, tile)) return []
    const { x, y, w, h, ...content } = tile
    const { x: _x, y: _y, w: _w, h: _h, ...own } = former
    return same(content, own)
      ? [{ title, from: placeText(former), to: placeText(tile) }]
      : [{ title, from: contentText(former), to: contentText(tile) }]
  })
  const gone = from.tiles.flatMap((tile, at) =>
    after.has(tile.id)
      ? []
      : [{ title: `看板 ${nameOf(tile, at)}`, from: reportLookTitles[tile.kind], to: '' }],
  )
  const bar = same(from.bar, to.bar) ? [] : [{ title: '看板的条件', from: '原来的条件', to: '新的条件' }]
  return [...changes, ...gone, ...bar]
}

/** The text itself, so that nothing of it is lost to who reads the history. */
const contentText = (tile: BoardTile): string =>
  tile.kind === 'text'
    ? tile.text
    : [reportLookTitles[tile.kind], tile.title, 'goal' in tile && tile.goal && `目标 ${tile.goal.value}`]
        .filter(Boolean)
        .join('，')
