// Proposes each column's role, and says why in a few words. Mostly from names, otherwise from values.
import type { ColumnProfile } from '#server/warehouse/import/profile.ts'
import type { ProfiledTable, ToldRole } from '#server/warehouse/import/proposal.ts'
import {
  entityOf,
  isAverageName,
  isBalanceName,
  isCumulatedName,
  isDailyName,
  isFlagName,
  isIdName,
  isLabelName,
  isMoneyName,
  isPeakName,
  isPercentName,
  isPeriodColumn,
  isPersonName,
  isPlaceName,
  isRateName,
  isSumName,
  isTroughName,
  weightNameOf,
} from '#shared/imports/columnWords.ts'
import type { ImportRole } from '#shared/imports/roles.ts'
import { flagOf, isDay, isMonth, isNumber, isUnique, mostListed, personKey } from './proposeColumns.ts'

/** Longer texts are prose. */
const longestValue = 200
/** Numbers with more distinct values are no dimension. */
const mostCut = 5000
/** A small set of close integers is probably a code. */
const smallSet = 12
const smallRange = 20
/** With fewer rows, any set is small by chance. */
const enoughRows = 30

const told = (role: ImportRole, why: string): ToldRole => ({ role, why })

export function tellRoles(table: ProfiledTable): Record<string, ToldRole> {
  const given: Given = {
    ...table,
    isOfPersons: personKey(table) !== undefined,
    isSeries: isSeries(table),
    isOfPrices: ['open', 'high', 'low', 'close'].every((word) =>
      table.profiles.some(({ name }) => name.trim().toLowerCase() === word),
    ),
  }
  return Object.fromEntries(
    table.profiles.map((column) => [
      column.name,
      { ...weighted(column, given), ...(isRate(column) && { isRate: true as const }) },
    ]),
  )
}

interface Given extends ProfiledTable {
  /** Each row describes one actor. */
  isOfPersons: boolean
  /** A row or a few for each day: its numbers are measured. */
  isSeries: boolean
  /** Prices of a day: open, high, low, close. */
  isOfPrices: boolean
}

/** Days, not moments: rows of events have moments, and may have running numbers. */
function isSeries({ profiles, dateColumn }: ProfiledTable): boolean {
  return profiles.some(({ name, type }) => name === dateColumn && !type.startsWith('TIMESTAMP'))
}

/** A mean is weighted where the table has what it was divided by. */
function weighted(column: ColumnProfile, given: Given): ToldRole {
  const found = roleOf(column, given)
  if (found.role !== 'average' || given.isOfPersons) return found
  const by = weightOf(column, given)
  return by ? { ...told('weighted', `${found.why}，按「${by}」加权`), weight: by } : found
}

/** Values that never add up. Discounts and the like may be amounts, and D7 a number of players. */
function isRate(column: ColumnProfile): boolean {
  const { name, kind, type, most } = column
  if (!isNumber(column)) return false
  if (kind === 'PERCENT' || isPercentName(name)) return true
  const isCount = /INT/.test(type) && Number(most) > 1000
  return isRateName(name) && !isCount && !/折扣|进度|完成度|discount|margin/i.test(name)
}

/** The column whose figures weight a mean's. */
export function weightOf(
  { name }: ColumnProfile,
  { profiles }: Pick<ProfiledTable, 'profiles'>,
): string | null {
  const numbers = profiles.filter((other) => isNumber(other) && other.filled > 0 && !isRate(other))
  return weightNameOf(
    name,
    numbers.map((other) => other.name),
  )
}

function roleOf(column: ColumnProfile, given: Given): ToldRole {
  const { name, type, filled } = column
  if (name === given.dateColumn) return told('date', '每行的日期')
  if (name === given.gameColumn) return told('game', '每行的游戏')
  if (filled === 0) return told('none', '没有值')
  if (type === 'BOOLEAN') return told('dimension', '是或否，用来分组')
  if (type === 'VARCHAR') return roleOfText(column, given.table.rowCount)
  return isNumber(column) ? roleOfNumber(column, given) : told('none', '不是每行的日期，只存不用')
}

function roleOfText(column: ColumnProfile, rows: number): ToldRole {
  const { name, longest, distinct } = column
  if (longest > longestValue) return told('none', '长文字，不用来分组')
  if (isPlaceName(name)) return told('none', '联系方式或位置，不用来分组')
  // Actors are counted whatever their type, unless there are only a few.
  const few = isPersonName(name) ? smallSet : mostListed / 4
  if (!isIdName(name) || distinct <= few) return told('dimension', '文字，用来分组')
  return entityOf(name) || !isUnique(column, rows)
    ? told('count', '标识，数有几个不同的')
    : told('none', '每行一个的编号')
}

const isAboutDays = ({ dateColumn, isOfPersons }: Given): boolean => dateColumn !== null && !isOfPersons

function roleOfNumber(column: ColumnProfile, given: Given): ToldRole {
  const { name, kind } = column
  if (kind === 'PERCENT' || isPercentName(name)) return told('average', '百分比不能相加')
  if (isPlaceName(name)) return told('none', '联系方式或位置，不汇总')
  if (isFlagName(name) && flagOf(column)) return told('dimension', '是或否，用来分组')
  if (isIdName(name)) return roleOfId(column, given)
  if (isPeriodColumn(name)) return told('sum', '每期的数，相加')
  const measured = roleOfMeasured(column, given)
  if (measured) return measured
  if (isLabelName(name)) return cutOf(column, given)
  if (isAverageName(name)) return told('average', '比率、均值或单价，不能相加')
  if (!isSumName(name)) {
    const byValues = roleByValues(column, given)
    if (byValues) return byValues
  }
  // One figure per player: the average is asked for, unless it is money.
  return given.isOfPersons && !isMoneyName(name)
    ? told('average', '每人一个数，看平均')
    : told('sum', '数量或金额，相加')
}

/** Figures that don't add up over days. */
function roleOfMeasured({ name }: ColumnProfile, given: Given): ToldRole | null {
  const price = given.isOfPrices ? priceRoles[name.trim().toLowerCase()] : undefined
  if (price) return price
  if (isDailyName(name) && !isRateName(name))
    return isAboutDays(given)
      ? told('daily', '各天的人有重复：同日相加，多日取日均')
      : told('sum', '人数，相加')
  // Of players, the average of their best is asked for.
  // In a list without dates, the most that something holds adds up.
  const isOfDays = given.dateColumn !== null || !/最大/.test(name)
  if (isPeakName(name) && isOfDays && !given.isOfPersons) return told('maximum', '峰值不能相加，取最大')
  if (isTroughName(name) && !given.isOfPersons) return told('minimum', '最低值不能相加，取最小')
  if (isRateName(name) && !isLabelName(name)) return told('average', '比率不能相加')
  if (isAverageName(name) && /平均|人均|日均|均值|avg|average|mean|ltv|arp/i.test(name))
    return told('average', '均值不能相加')
  if (!isAboutDays(given)) return null
  if (isCumulatedName(name)) return told('balance', '累计数，多日取最后一日')
  return isBalanceName(name) ? told('balance', '存量，多日取最后一日') : null
}

const priceRoles: Readonly<Record<string, ToldRole>> = {
  open: told('average', '价格不能相加'),
  close: told('average', '价格不能相加'),
  high: told('maximum', '最高价，取最大'),
  low: told('minimum', '最低价，取最小'),
}

/** Numbers that repeat may group rows. */
function cutOf({ distinct }: ColumnProfile, { table }: Given): ToldRole {
  return distinct <= mostCut && distinct < table.rowCount
    ? told('dimension', '标签一类的数，用来分组')
    : told('none', '标签一类的数，每行不同')
}

/** Actors and orders are counted; ids with few values are dimensions. */
function roleOfId(column: ColumnProfile, given: Given): ToldRole {
  const rows = given.table.rowCount
  const counted = entityOf(column.name) !== null
  const isFew = column.distinct <= mostListed && column.distinct * 2 < rows
  if (isFew && !isPersonName(column.name)) return told('dimension', '编号不多，用来分组')
  if (counted) return told('count', '标识，数有几个不同的')
  return cutOf(column, given).role === 'dimension' && column.distinct * 2 < rows
    ? told('dimension', '编号不多，用来分组')
    : told('none', '编号，不汇总')
}

/** Where the name says nothing. */
function roleByValues(column: ColumnProfile, given: Given): ToldRole | null {
  const { type, distinct, filled, least, most } = column
  const rows = given.table.rowCount
  const [low, high] = [Number(least), Number(most)]
  if (!/INT/.test(type))
    return distinct > 2 && low >= 0 && high <= 1 ? told('average', '都在 0 到 1 之间，像比率') : null
  if ((isDay(least) && isDay(most)) || (isMonth(least) && isMonth(most))) return cutOf(column, given)
  if (flagOf(column)) return told('dimension', '只有 0 和 1，用来分组')
  // What is measured beside a day is a figure, however few or long its values are.
  if (given.isSeries) return null
  if (rows >= enoughRows && distinct <= smallSet && high - low <= smallRange)
    return told('dimension', '只有几个取值，用来分组')
  const isMostlyUnique = filled > 20 && distinct >= filled * 0.95
  // A running number without gaps, or codes of equal length.
  const isRunning = isUnique(column, rows) && high - low + 1 <= rows * 1.05
  const isCode = low >= 100_000 && least?.length === most?.length
  return isMostlyUnique && (isRunning || isCode) ? told('none', '像编号，不汇总') : null
}
