// Exports the game flow: the page's rows and the totals below, with amounts as numbers as far as a
// spreadsheet holds them exactly.

import type { Deps } from '#server/deps.ts'
import { type SheetFormat, sheetContentTypes, sheetStream } from '#server/files/sheets.ts'
import type { SheetColumn } from '#server/files/xlsx/sheet.ts'
import type { BlobReply } from '#server/http/reply.ts'
import { breathe } from '#server/limits/breath.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Caller } from '#server/objects/types.ts'
import type { ColumnChunk } from '#server/warehouse/types.ts'
import { AppError } from '#shared/errors.ts'
import { exportFileName } from '#shared/exportName.ts'
import {
  type FlowFigure,
  type FlowGroup,
  type FlowQuery,
  type FlowReport,
  type FlowRow,
  flowFigures,
  flowFigureTitles,
  flowGroups,
  flowGroupTitles,
} from '#features/gameflow/contract.ts'
import { type CodeNames, readNames } from '../names.ts'
import { gameFlow } from './report.ts'

type Cell = string | number | null
const title = '游戏流水'
const closedTitles = { all: '已月结', some: '部分已月结', none: '未月结' } as const

export async function exportFlow(
  deps: Deps,
  caller: Caller,
  range: { startDate: string; endDate: string },
  { format = 'xlsx', ...query }: FlowQuery & { format?: SheetFormat | undefined },
  signal: AbortSignal,
): Promise<BlobReply> {
  const report = await gameFlow(deps, caller, range, query, signal)
  if (!report.source.ready) throw new AppError('parameter_wrong', report.source.problem)
  const { db } = deps.metadata
  const names = await readNames(db, caller.games)
  await writeAudit(db, {
    userId: caller.id,
    action: 'gameFlow.export',
    detail: { ...range, ...query, format, rows: report.rows.length },
  })
  const groups = flowGroups.filter((group) => report.rows.some((row) => row[group] !== ''))
  return {
    fileName: exportFileName(title, new Date(), deps.settings.zone, format),
    contentType: sheetContentTypes[format],
    body: sheetStream({
      format,
      title,
      columns: columnsOf(groups),
      chunks: chunksOf(report, groups, names),
      signal,
    }),
  }
}

const columnsOf = (groups: readonly FlowGroup[]): SheetColumn[] => [
  ...groups.map(
    (group): SheetColumn => ({
      title: flowGroupTitles[group],
      type: group === 'day' ? 'date' : 'string',
    }),
  ),
  ...flowFigures.map(
    (figure): SheetColumn => ({
      title: flowFigureTitles[figure],
      type: figure === 'orders' ? 'integer' : 'number',
    }),
  ),
  { title: '月结后变化', type: 'number' },
  { title: '月结', type: 'string' },
  { title: '未核对账单', type: 'integer' },
]

const rowsAtOnce = 500

async function* chunksOf(
  { rows, totals }: FlowReport,
  groups: readonly FlowGroup[],
  names: CodeNames,
): AsyncGenerator<ColumnChunk> {
  const lines = [
    ...rows.map((row) => () => rowCells(row, groups, names)),
    ...totals.map((total) => () => totalCells(total, groups)),
  ]
  for (let start = 0; start < lines.length; start += rowsAtOnce) {
    await breathe()
    const part = lines.slice(start, start + rowsAtOnce).map((line) => line())
    const columns = (part[0] ?? []).map((_, at) => JSON.stringify(part.map((cells) => cells[at] ?? null)))
    yield { rowCount: part.length, columns }
  }
}

function nameOf(row: FlowRow, group: FlowGroup, { games, channels, servers }: CodeNames): string {
  const value = row[group]
  const known = { game: games, channel: channels, server: servers }[group as 'game' | 'channel' | 'server']
  return known?.get(value) ?? value
}

const rowCells = (row: FlowRow, groups: readonly FlowGroup[], names: CodeNames): Cell[] => [
  ...groups.map((group) => nameOf(row, group, names)),
  ...flowFigures.map((figure) => figureCell(row, figure)),
  numberOf(row.drift),
  closedTitles[row.closed],
  row.unreconciled,
]

/** A label would be invalid in a column of days. */
const totalCells = (total: FlowReport['totals'][number], groups: readonly FlowGroup[]): Cell[] => {
  const word = groups.findIndex((group) => group !== 'day' && group !== 'currency')
  return [
    ...groups.map((group, at) => (group === 'currency' ? total.currency : at === word ? '合计' : null)),
    ...flowFigures.map((figure) => figureCell(total, figure)),
    numberOf(total.drift),
    null,
    null,
  ]
}

const figureCell = (
  row: Record<Exclude<FlowFigure, 'orders'>, string | null> & { orders: number },
  figure: FlowFigure,
): Cell => (figure === 'orders' ? row.orders : numberOf(row[figure]))

/** A decimal of up to fifteen digits survives conversion to a binary number; a longer one stays text. */
function numberOf(text: string | null): Cell {
  if (text === null) return null
  return text.replace(/[-.]/g, '').length <= 15 ? Number(text) : text
}
