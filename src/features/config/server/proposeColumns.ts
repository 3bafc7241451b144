// Proposes each column's role: dimension, sum, mean, distinct count, or none. Mostly from names, otherwise
// from values.
import type { ColumnProfile } from '#server/warehouse/import/profile.ts'
import type { ColumnRole, ImportedTable, ProfiledTable } from '#server/warehouse/import/proposal.ts'
import {
  entityOf,
  isAverageName,
  isBalanceName,
  isFlagName,
  isIdName,
  isLabelName,
  isMoneyName,
  isPeriodColumn,
  isPeriodName,
  isPersonName,
  isPlaceName,
  isSumName,
} from './columnWords.ts'

export interface ProposedColumns {
  /** Dimensions; those with few values come first in reports. */
  dimensions: ColumnProfile[]
  /** Columns to sum. */
  measures: ColumnProfile[]
  /** The last value of each day counts; summed over other dimensions. */
  balances: ColumnProfile[]
  averages: ColumnProfile[]
  /** Ids for distinct counts. */
  counts: ColumnProfile[]
}

/** Texts with more distinct values are searched instead of chosen from a list. */
export const mostListed = 200
/** Longer texts are prose. */
const longestValue = 200
/** Numbers with more distinct values are no dimension. */
const mostCut = 5000
/** A small set of close integers is probably a code. */
const smallSet = 12
const smallRange = 20
/** With fewer rows, any set is small by chance. */
const enoughRows = 30

/** The user's roles, or the proposed ones. */
export function columnsOf(imported: ImportedTable): ProposedColumns {
  const roles = imported.roles ?? proposeRoles(imported)
  const { profiles, dateColumn, gameColumn } = imported
  const having = (role: ColumnRole) =>
    profiles.filter(({ name }) => roles[name] === role && name !== dateColumn && name !== gameColumn)
  return {
    dimensions: having('dimension'),
    measures: having('sum'),
    // Without dates there is no last day.
    ...(dateColumn
      ? { balances: having('balance') }
      : { balances: [], measures: [...having('sum'), ...having('balance')] }),
    averages: having('average').filter(isNumber),
    counts: having('count'),
  }
}

export function proposeRoles(table: ProfiledTable): Record<string, ColumnRole> {
  const person = personKey(table)
  return Object.fromEntries(
    table.profiles.map((column) => [column.name, roleOf(column, table, person !== undefined)]),
  )
}

/** The column that identifies one actor per row: a table of players. */
export function personKey({ profiles, table }: Pick<ProfiledTable, 'profiles' | 'table'>) {
  return profiles.find(
    (column) => isUnique(column, table.rowCount) && isIdName(column.name) && isPersonName(column.name),
  )
}

const isUnique = ({ filled, distinct }: ColumnProfile, rows: number): boolean =>
  rows > 1 && filled === rows && distinct === filled

const isNumber = ({ type }: Pick<ColumnProfile, 'type'>): boolean => /INT|DECIMAL|DOUBLE|FLOAT/.test(type)

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

function roleOf(column: ColumnProfile, given: ProfiledTable, isOfPersons: boolean): ColumnRole {
  const { name, type, filled } = column
  if (name === given.dateColumn) return 'date'
  if (name === given.gameColumn) return 'game'
  if (filled === 0) return 'none'
  if (type === 'BOOLEAN') return 'dimension'
  if (type === 'VARCHAR') return roleOfText(column, given.table.rowCount)
  return isNumber(column) ? roleOfNumber(column, given, isOfPersons) : 'none'
}

function roleOfText(column: ColumnProfile, rows: number): ColumnRole {
  const { name, longest, distinct } = column
  if (longest > longestValue || isPlaceName(name)) return 'none'
  // Actors are counted whatever their type, unless there are only a few.
  const few = isPersonName(name) ? smallSet : mostListed / 4
  if (!isIdName(name) || distinct <= few) return 'dimension'
  return entityOf(name) || !isUnique(column, rows) ? 'count' : 'none'
}

function roleOfNumber(column: ColumnProfile, given: ProfiledTable, isOfPersons: boolean): ColumnRole {
  const { name, kind } = column
  const rows = given.table.rowCount
  const cut = column.distinct <= mostCut && column.distinct < rows ? 'dimension' : 'none'
  if (kind === 'PERCENT') return 'average'
  if (isPlaceName(name)) return 'none'
  if (isFlagName(name) && flagOf(column)) return 'dimension'
  if (isIdName(name)) return roleOfId(column, rows, cut)
  if (isPeriodColumn(name)) return 'sum'
  if (given.dateColumn !== null && isBalanceName(name)) return 'balance'
  if (isLabelName(name)) return cut
  if (isAverageName(name)) return 'average'
  if (!isSumName(name)) {
    const told = roleByValues(column, rows, cut)
    if (told) return told
  }
  // One figure per player: the average is asked for, unless it is money.
  return isOfPersons && !isMoneyName(name) ? 'average' : 'sum'
}

/** Actors and orders are counted; ids with few values are dimensions. */
function roleOfId(column: ColumnProfile, rows: number, cut: ColumnRole): ColumnRole {
  const counted = entityOf(column.name) !== null
  const isFew = column.distinct <= mostListed && column.distinct * 2 < rows
  if (isFew && !isPersonName(column.name)) return 'dimension'
  return counted ? 'count' : cut === 'dimension' && column.distinct * 2 < rows ? 'dimension' : 'none'
}

/** Where the name says nothing. */
function roleByValues(column: ColumnProfile, rows: number, cut: ColumnRole): ColumnRole | null {
  const { type, distinct, filled, least, most } = column
  const [low, high] = [Number(least), Number(most)]
  if (!/INT/.test(type)) return distinct > 2 && low >= 0 && high <= 1 ? 'average' : null
  if ((isDay(least) && isDay(most)) || (isMonth(least) && isMonth(most))) return cut
  if (flagOf(column)) return 'dimension'
  if (rows >= enoughRows && distinct <= smallSet && high - low <= smallRange) return 'dimension'
  const isMostlyUnique = filled > 20 && distinct >= filled * 0.95
  // A running number without gaps, or codes of equal length.
  const isRunning = isUnique(column, rows) && high - low + 1 <= rows * 1.05
  const isCode = low >= 100_000 && least?.length === most?.length
  return isMostlyUnique && (isRunning || isCode) ? 'none' : null
}

/** Whether a number looks like a recent month: 202601. */
const isMonth = (text: string | null): boolean => /^(19|20)\d{2}(0[1-9]|1[0-2])$/.test(text ?? '')

/** How a column could date the rows: its values look like years or months. */
export function dateReadingOf({ name, type, least, most }: ColumnProfile): string | null {
  if (!/INT/.test(type) || !isPeriodName(name)) return null
  const isYear = (text: string | null) => /^(19|20)\d{2}$/.test(text ?? '')
  if (isYear(least) && isYear(most)) return '年份'
  return isMonth(least) && isMonth(most) ? '年月' : null
}

/** Whether a number looks like a recent day: 20260131. */
function isDay(text: string | null): boolean {
  const [, year, month, day] = /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text ?? '') ?? []
  return year !== undefined && !Number.isNaN(Date.parse(`${year}-${month}-${day}`))
}
