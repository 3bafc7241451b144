// Figures that changes are worked out from and that no column shows: those of the compared days alone, where a row shows
// more days, those of fixed rows, which the answer may not have, and the players over whom LTVn,
// payback and some rates of returns are. On screen a hint tells them; in files and in pivots
// of messages they are columns of their own, so that a reader can divide.
//
//   充值金额   充值金额 可比的本期   充值金额 上期   充值金额 环比
//   9,913     9,757               9,317         4.72%
import { baseRowText } from '../calculation/texts.ts'
import type { ReportColumn, RowMark } from '../types.ts'

/** A statement's columns, its mark columns after them, and the keys of the figures after these. */
interface WithBases {
  columns: ReportColumn[]
  marks: RowMark[]
  bases: readonly string[]
}

/** For the total and for each row. */
export type BaseFigures<Cell> = Readonly<Record<string, { total: Cell; rows: readonly Cell[] }>>

/** Of figures over players whose days are over. */
const basedRoles: ReadonlySet<ReportColumn['role']> = new Set(['worth', 'payback', 'rate'] as const)

const baseKey = (key: string): string => `${key}_base`

/**
 * Adds columns for the figures after the marks: after their point; for a fixed row before the columns that it
 * explains.
 */
export function withBaseColumns({ columns, bases }: Omit<WithBases, 'marks'>): ReportColumn[] {
  const told = new Set<string>()
  return columns.flatMap((column) => {
    const base = bases.includes(column.key) ? baseColumn(column, columns) : null
    // Difference and change against one row share one base figure.
    if (base === null || told.has(base.title)) return [column]
    told.add(base.title)
    return column.calculation === undefined ? [column, base] : [base, column]
  })
}

function baseColumn(column: ReportColumn, columns: ReportColumn[]): ReportColumn | null {
  const { calculation, noBase, baseName, key } = column
  const named = { key: baseKey(key), of: column.of ?? key }
  const players = columns.find(({ role }) => role === 'size')
  if (basedRoles.has(column.role) && players)
    return { ...players, ...named, title: `${column.title} 计入的${players.title}` }
  if (calculation === undefined) return { ...column, ...named, title: `${column.title} 可比的本期` }
  const point = columns.find((one) => one.key === column.of)
  // The first and last rows are part of the answer.
  if (point === undefined || typeof calculation.base !== 'object' || noBase !== undefined) return null
  return { ...point, ...named, title: `${point.title} 基准${baseRowText(calculation, baseName)}` }
}

/** Index of a column's cells in the statement's result. */
export function placeInResult({ columns, marks, bases }: WithBases, key: string): number {
  const own = columns.findIndex((column) => column.key === key)
  if (own >= 0) return own
  const base = bases.findIndex((one) => baseKey(one) === key)
  return base < 0 ? -1 : columns.length + marks.length + base
}
