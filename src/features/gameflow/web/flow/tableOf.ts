// Converts the report for the shared table: a column for each group and figure, marks as words.

import { emptyText } from '#shared/nothing.ts'
import { groupThousands } from '#web/table/selection/exactSum.ts'
import type { CellValue, TableColumn } from '#web/table/types.ts'
import {
  type FlowFigure,
  type FlowGroup,
  type FlowReport,
  type FlowRow,
  flowFigures,
  flowFigureTitles,
  flowGroups,
  flowGroupTitles,
} from '#features/gameflow/contract.ts'

interface FlowTable {
  columns: TableColumn[]
  cellAt: (row: number, column: number) => CellValue
  rows: readonly FlowRow[]
  summary: string[] | undefined
}

export interface FlowSort {
  key: string
  desc: boolean
}

const closedWords = { all: '已月结', some: '部分', none: '' } as const

type Read = (row: FlowRow) => CellValue
type FlowColumn = TableColumn & { read: Read }

const money = (value: CellValue): string => (value === null ? '缺汇率' : groupThousands(String(value)))
/** Shares of channels need a rate and a share. */
const shared = (value: CellValue): string => (value === null ? '缺汇率或分成比例' : money(value))
const plain = (value: CellValue): string => (value === null ? '' : String(value))

export function flowTable(report: FlowReport, sort: FlowSort | null): FlowTable {
  const columns = columnsOf(report)
  const rows = sortedRows(
    report.rows,
    columns.find(({ key }) => key === sort?.key),
    sort?.desc ?? false,
  )
  return {
    columns: columns.map(({ read: _read, ...column }) => ({
      ...column,
      ...(sort?.key === column.key && { sorted: sort.desc ? ('desc' as const) : ('asc' as const) }),
    })),
    cellAt: (row, column) => {
      const found = rows[row]
      return found ? (columns[column]?.read(found) ?? null) : null
    },
    rows,
    summary: summaryOf(report, columns),
  }
}

function columnsOf(report: FlowReport): FlowColumn[] {
  const groups = flowGroups.filter(
    (group) =>
      report.rows.some((row) => row[group] !== '') && !(group === 'currency' && report.currency !== ''),
  )
  const names = namesOf(report)
  const unit = report.currency
  return [
    ...groups.map((group, at) => groupColumn(group, names, at === 0)),
    ...flowFigures.map((figure) => figureColumn(figure, figure === 'orders' ? '' : unit)),
    ...(report.rows.some(({ drift }) => drift !== null)
      ? [
          {
            ...figureColumn('net', unit),
            key: 'drift',
            title: '月结后变化',
            format: driftText,
            read: (row: FlowRow) => row.drift,
          },
        ]
      : []),
    wordColumn('closed', '月结', ({ closed }) => closedWords[closed]),
    wordColumn('unreconciled', '对账', ({ unreconciled }) =>
      unreconciled === 0 ? '' : `${unreconciled} 张有差异`,
    ),
  ]
}

const driftText = (value: CellValue): string => (value === null ? '' : money(value))

const namesOf = ({ games, channels, servers }: FlowReport) => ({
  game: new Map(games.map(({ cgi, name }) => [cgi, name])),
  channel: new Map(channels.map(({ key, name }) => [key, name])),
  server: new Map(servers.map(({ key, name }) => [key, name])),
})

function groupColumn(group: FlowGroup, names: ReturnType<typeof namesOf>, frozen: boolean): FlowColumn {
  const known = group in names ? names[group as keyof typeof names] : undefined
  return {
    key: group,
    title: flowGroupTitles[group],
    unit: '',
    align: 'left',
    format: plain,
    numeric: false,
    ...(frozen && { frozen: true }),
    read: (row) => {
      const value = row[group]
      return known?.get(value) ?? (value === '' ? emptyText : value)
    },
  }
}

const figureColumn = (figure: FlowFigure, unit: string): FlowColumn => ({
  key: figure,
  title: flowFigureTitles[figure],
  unit,
  align: 'right',
  format: figure === 'share' || figure === 'kept' ? shared : money,
  copy: plain,
  numeric: true,
  read: (row) => row[figure],
})

const wordColumn = (key: string, title: string, read: Read): FlowColumn => ({
  key,
  title,
  unit: '',
  align: 'left',
  format: plain,
  numeric: false,
  read,
})

/** Only when there is a single currency; several can't be added up. */
function summaryOf({ totals }: FlowReport, columns: readonly FlowColumn[]): string[] | undefined {
  const [total, more] = totals
  if (!total || more) return undefined
  return columns.map(({ key }, at) => {
    if (at === 0) return '合计'
    if (key === 'orders') return total.orders.toLocaleString('en-US')
    if (key === 'drift') return total.drift === null ? '' : money(total.drift)
    return flowFigures.includes(key as FlowFigure) ? money(total[key as FlowFigure]) : ''
  })
}

function sortedRows(
  rows: readonly FlowRow[],
  column: FlowColumn | undefined,
  desc: boolean,
): readonly FlowRow[] {
  if (!column) return rows
  const { read, numeric } = column
  const by = numeric
    ? (one: CellValue, other: CellValue) => Number(one) - Number(other)
    : (one: CellValue, other: CellValue) => String(one).localeCompare(String(other), 'zh-CN')
  return [...rows].sort((one, other) => by(read(one), read(other)) * (desc ? -1 : 1))
}
