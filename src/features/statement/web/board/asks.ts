// The questions of a board's tiles: one for equal ones, whoever asks.
import {
  type Asked,
  askedOf,
  type BarPart,
  isDaily,
  pointOf,
  type Reach,
} from '#semantic/model/board/asked.ts'
import { type BoardBar, type BoardTile, type DataTile, isDataTile } from '#semantic/model/board/types.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Report, ShownBoard } from '#features/statement/contract.ts'
import { businessToday, daysOf } from '../dates/days.ts'
import { pivotRequests } from '../pivot/requests.ts'
import { askedInfo } from '../report/asking/request.ts'
import type { Cross } from './store.ts'

/** What is sent. */
export interface Ask {
  /** Equal questions have one. */
  key: string
  report: number
  info: ReportInfo
}

export interface TileAsk {
  tile: DataTile
  /** The report as this tile shows it. */
  info: ReportInfo
  /** One; several for a pivot. */
  asks: { ask: Ask; dims: readonly number[] }[]
  missed: BarPart[]
}

interface Standing {
  tiles: readonly BoardTile[]
  reports: readonly Report[]
  reaches: ShownBoard['reaches']
  bar: BoardBar
  cross: Cross | null
}

/** What the others are filtered by does not filter the tile in which it was chosen. */
const barOf = ({ bar, cross }: Standing, tile: DataTile): BoardBar =>
  cross === null || cross.tile === tile.id
    ? bar
    : {
        ...bar,
        filters: [...(bar.filters ?? []), ...cross.filters],
        ...(cross.range && { dateRange: cross.range }),
      }

const askOf = (report: number, info: ReportInfo): Ask => ({
  key: JSON.stringify([report, info]),
  report,
  info,
})

/** A table of a tile shows no more; the whole stands in its report. */
export const mostTableRows = 200

export function asksOf(standing: Standing): Map<string, TileAsk> {
  const today = businessToday()
  const found = new Map<string, TileAsk>()
  for (const tile of standing.tiles) {
    if (!isDataTile(tile)) continue
    const report = standing.reports.find(({ id }) => id === tile.report)
    const reach = standing.reaches.find((one) => one.report === tile.report)
    if (!report || !reach) continue
    const points = pointsBeside(standing, tile, report, reach)
    const { info, missed }: Asked = askedOf({
      ...{ tile, info: report.info, reach, points },
      bar: barOf(standing, tile),
      daysOf: (range) => daysOf(range, today),
    })
    found.set(tile.id, { tile, info, missed, asks: sentFor(tile, report.id, info) })
  }
  return found
}

/** Large figures of one report and span are told by one statement. */
function pointsBeside(
  { tiles, cross }: Standing,
  tile: DataTile,
  { id, info }: Report,
  reach: Reach,
): number[] {
  if (tile.kind !== 'figure') return []
  const isBeside = (other: BoardTile) =>
    other.kind === 'figure' &&
    other.report === id &&
    other.of === tile.of &&
    isDaily(other, info, reach) &&
    (cross?.tile === other.id) === (cross?.tile === tile.id)
  return [...new Set(tiles.filter(isBeside).flatMap((one) => (one.kind === 'figure' ? [pointOf(one)] : [])))]
}

function sentFor(tile: DataTile, report: number, info: ReportInfo): TileAsk['asks'] {
  if (tile.kind === 'pivot')
    return pivotRequests(info).map((one) => ({ ask: askOf(report, one.info), dims: one.dims }))
  const asked = askedInfo(info)
  const limit = Math.min(asked.limit ?? mostTableRows, mostTableRows)
  return [{ ask: askOf(report, tile.kind === 'table' ? { ...asked, limit } : asked), dims: info.dims }]
}
