// Columns of an import by their roles, and what their values look like.
import type { ColumnProfile } from '#server/warehouse/import/profile.ts'
import type { ImportedTable, ProfiledTable } from '#server/warehouse/import/proposal.ts'
import { isFlagName, isIdName, isPeriodName, isPersonName, isSumName } from '#shared/imports/columnWords.ts'
import type { ImportRole } from '#shared/imports/roles.ts'

export interface ProposedColumns {
  /** Dimensions; those with few values come first in reports. */
  dimensions: ColumnProfile[]
  /** Of the dimensions, those that are one with other tables'. */
  shared: ReadonlySet<string>
  /** Columns to sum. */
  measures: ColumnProfile[]
  /** The last value of each day counts; summed over other dimensions. */
  balances: ColumnProfile[]
  /** Summed within a day; the mean of the days counts. */
  dailies: ColumnProfile[]
  maxima: ColumnProfile[]
  minima: ColumnProfile[]
  averages: ColumnProfile[]
  /** Of the averages, those that are weighted. */
  weighted: ReadonlySet<string>
  /** Shown where there is one value, without totals. */
  alones: ColumnProfile[]
  /** Ids for distinct counts. */
  counts: ColumnProfile[]
}

/** Texts with more distinct values are searched instead of chosen from a list. */
export const mostListed = 200

export function columnsOf(
  { profiles, dateColumn, gameColumn }: ImportedTable,
  roles: Readonly<Record<string, ImportRole>>,
): ProposedColumns {
  const having = (...wanted: ImportRole[]) =>
    profiles.filter(({ name }) => {
      const role = roles[name]
      return role !== undefined && wanted.includes(role) && name !== dateColumn && name !== gameColumn
    })
  const named = (role: ImportRole) => new Set(having(role).map(({ name }) => name))
  const averages = having('average', 'weighted').filter(isNumber)
  const dimensions = { dimensions: having('dimension', 'shared'), shared: named('shared') }
  const others = {
    ...dimensions,
    maxima: having('maximum'),
    minima: having('minimum'),
    averages,
    weighted: named('weighted'),
    alones: having('alone').filter(isNumber),
    counts: having('count'),
  }
  // Without dates there is no last day, and no mean of days.
  return dateColumn
    ? { ...others, measures: having('sum'), balances: having('balance'), dailies: having('daily') }
    : { ...others, measures: having('sum', 'balance', 'daily'), balances: [], dailies: [] }
}

/** The column that identifies one actor per row: a table of players. */
export function personKey({ profiles, table }: Pick<ProfiledTable, 'profiles' | 'table'>) {
  return profiles.find(
    (column) => isUnique(column, table.rowCount) && isIdName(column.name) && isPersonName(column.name),
  )
}

export const isUnique = ({ filled, distinct }: ColumnProfile, rows: number): boolean =>
  rows > 1 && filled === rows && distinct === filled

export const isNumber = ({ type }: Pick<ColumnProfile, 'type'>): boolean =>
  /INT|DECIMAL|DOUBLE|FLOAT/.test(type)

/** The value for yes, as SQL; null where the column is no flag. */
export function flagOf({ type, least, most, distinct, name }: ColumnProfile): string | null {
  if (type === 'BOOLEAN') return 'true'
  if (distinct !== 2) return null
  const isCounted = isSumName(name) && !isFlagName(name)
  if (/INT/.test(type)) return least === '0' && most === '1' && !isCounted ? '1' : null
  const pair = `${least}/${most}`.toLowerCase()
  return type === 'VARCHAR' &&
    /^(否\/是|假\/真|×\/√|失败\/成功|n\/y|no\/yes|false\/true|f\/t|无\/有|未.{1,6}\/已.{1,6})$/.test(pair)
    ? `'${(most ?? '').replaceAll("'", "''")}'`
    : null
}

/** Whether a number looks like a recent month: 202601. */
export const isMonth = (text: string | null): boolean => /^(19|20)\d{2}(0[1-9]|1[0-2])$/.test(text ?? '')

/** How a column could date the rows: its values look like years or months. */
export function dateReadingOf({ name, type, least, most }: ColumnProfile): string | null {
  if (!/INT/.test(type) || !isPeriodName(name)) return null
  const isYear = (text: string | null) => /^(19|20)\d{2}$/.test(text ?? '')
  if (isYear(least) && isYear(most)) return '年份'
  return isMonth(least) && isMonth(most) ? '年月' : null
}

/** Whether a number looks like a recent day: 20260131. */
export function isDay(text: string | null): boolean {
  const [, year, month, day] = /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text ?? '') ?? []
  return year !== undefined && !Number.isNaN(Date.parse(`${year}-${month}-${day}`))
}
