// What a kind of checks declares: its fields, its rule in words, and how it is computed and judged. Kinds whose
// figures are aggregates over rows by day are read together, in one statement.
import type { Dialect } from '#semantic/sql/dialect.ts'
import type { CheckField, CheckValues, RunState } from '#features/checks/contract.ts'

type Cell = string | number | null

/** Why a check can't be computed, in Chinese. */
export class CheckProblem extends Error {}

/** The table as the check reads it. */
export interface CheckedRows {
  dialect: Dialect
  /** All rows, for use after FROM. */
  whole: string
  /** The rows that arrive; null where the table is looked at as it is. */
  arriving: string | null
  /** Condition for the rows of the days that are looked at. */
  scope: string
  /** The business day of a row; null without a date column. */
  day: string | null
  /** The quoted column. Throws where there is none, or where it has another type. */
  column(name: string, type?: 'any' | 'number' | 'day'): string
  isText(name: string): boolean
  /** Another published table. Throws where it is gone. */
  other(table: string): Omit<CheckedRows, 'scope' | 'arriving' | 'other' | 'codes' | 'today'>
  /** Codes of a dictionary. Throws where it is gone. */
  codes(id: number): readonly string[]
  /** The day in progress, YYYY-MM-DD. */
  today: string
}

export interface DayRow {
  /** Null: rows without a day, or of a table without days. */
  day: string | null
  rows: number
  /** The kind's aggregates. */
  values: (number | null)[]
}

export interface Verdict {
  state: RunState
  figure: number | null
  text: string
  days: { day: string | null; text: string }[]
}

export interface Judged {
  today: string
  /** Days that are looked at; null: all. */
  days: ReadonlySet<string> | null
  /** Hours on the business's clock since 1970. */
  hour: number
  /** The band in which the last day of a series is expected; null where the series is too short. */
  expected(
    series: readonly { day: string; value: number }[],
    day: string,
    level: number,
  ): Promise<{ mean: number; low: number; high: number } | null>
}

export type Asking =
  | {
      by: 'days'
      /** Days before those that are looked at. */
      history(values: CheckValues): number
      aggregates(values: CheckValues, rows: CheckedRows): string[]
      judge(values: CheckValues, days: readonly DayRow[], judged: Judged): Verdict | Promise<Verdict>
    }
  | {
      /** One row over all rows of the table. */
      by: 'whole'
      aggregates(values: CheckValues, rows: CheckedRows): string[]
      judge(values: CheckValues, row: readonly Cell[], judged: Judged): Verdict
    }
  | {
      by: 'own'
      statement(values: CheckValues, rows: CheckedRows): string
      judge(values: CheckValues, rows: readonly (readonly Cell[])[], judged: Judged): Verdict
    }

export interface CheckKind {
  kind: string
  title: string
  fields: readonly CheckField[]
  /** Whether the table must have a date column. */
  dated: boolean
  /** Holding a load back would not help. */
  marksAlone?: true
  /** What the rows must meet. */
  rule(values: CheckValues): string
  /** Problem of the values together, by the field; null where there is none. */
  refuses?(values: CheckValues): { field: string; message: string } | null
  asking: Asking
  /** Values that do not meet it, with their number of rows. */
  examples?(values: CheckValues, rows: CheckedRows): string
}

export const textIn = (values: CheckValues, name: string): string => String(values[name] ?? '')
export const numberIn = (values: CheckValues, name: string): number | null => {
  const value = values[name]
  return typeof value === 'number' ? value : null
}
export const linesIn = (values: CheckValues, name: string): readonly string[] => {
  const value = values[name]
  return Array.isArray(value) ? value : []
}

/** At most two decimals, in groups of three digits. */
export const told = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 })
export const percentTold = (share: number): string =>
  `${(share * 100).toLocaleString('en-US', { maximumFractionDigits: share !== 0 && Math.abs(share) < 0.01 ? 4 : 2 })}%`

/** Bad days first told in one sentence, then each by itself. */
export function byDays(
  days: readonly { day: string | null; text: string }[],
  { figure, good, idle }: { figure: number | null; good: string; idle?: string | undefined },
): Verdict {
  if (days.length === 0)
    return idle === undefined
      ? { state: 'passed', figure, text: good, days: [] }
      : { state: 'idle', figure, text: idle, days: [] }
  const [first] = days
  const named = first?.day ? `${first.day} ${first.text}` : (first?.text ?? '')
  const text = days.length === 1 ? named : `${days.length} 天有问题：${named} 等`
  return { state: 'failed', figure, text, days: [...days] }
}
