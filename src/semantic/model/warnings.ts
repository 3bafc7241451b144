// Valid definitions that may not count what was meant: shown beside the form, no reason to refuse.
import { findColumn, kindOfType } from './expression/columns.ts'
import { textJoins } from './joinKeys.ts'
import type { DimensionTable, Model, Point, PointTable } from './types.ts'

export function pointWarnings(
  point: Pick<Point, 'id' | 'name' | 'types' | 'table_id'>,
  model: Model,
): string[] {
  const { types, table_id } = point
  const table = model.pointTables.find(({ id }) => id === table_id)
  const balance = types === 'semiAdditive' && table !== undefined ? balanceWarnings(table) : []
  return [...balance, ...sameNameWarnings(point, model)]
}

/** Allowed in another table: two facts may count the same. */
function sameNameWarnings(
  { id, name, table_id }: Pick<Point, 'id' | 'name' | 'table_id'>,
  model: Model,
): string[] {
  const other = model.points.find(
    (point) => point.id !== id && point.name === name && point.table_id !== table_id,
  )
  if (!other) return []
  const table = model.pointTables.find((one) => one.id === other.table_id)
  const place = table ? `指标表「${table.name}」里` : '计算指标里'
  return [`${place}已有同名的指标，公式里要写编号来区分，如 [#${other.id}]`]
}

/** `cutoffHour`: the hour at which the business day begins. */
export function pointTableWarnings(table: PointTable, model: Model, cutoffHour: number): string[] {
  const holdsBalances = model.points.some(
    (point) => point.types === 'semiAdditive' && point.table_id === table.id,
  )
  return [
    ...(holdsBalances ? balanceWarnings(table) : []),
    ...momentWarnings(table, model, cutoffHour),
    ...joinWarnings(table, model),
  ]
}

/** Joins that compare texts: what reads differently does not meet. */
export const joinWarnings = (table: PointTable | DimensionTable, model: Model): string[] =>
  textJoins(table, model).map(
    ({ place, text }) =>
      `第 ${place + 1} 个关联：${text}；写法不同的（如 02 与 2）对不上，对不上的行归入空值`,
  )

/** Days stored as midnight timestamps would belong to the previous business day. */
function momentWarnings(
  { table_truename, date_column: date, time_column: time }: PointTable,
  { tables }: Model,
  cutoffHour: number,
): string[] {
  const physical = tables.find(({ name }) => name.toLowerCase() === table_truename.toLowerCase())
  const type = date === null || !physical ? undefined : findColumn(physical, date)?.type
  if (cutoffHour === 0 || time !== null || type === undefined || kindOfType(type) !== 'datetime') return []
  return [
    `日期列 ${date} 是 ${type}，一天从 ${cutoffHour} 点算起，0 点的行归前一天；它若只存日期，请改成 DATE 列`,
  ]
}

/** For a balance the last value counts; without a key and a time a day's rows can't be told apart. */
function balanceWarnings({
  name,
  grain_key: key,
  date_column: date,
  time_column: time,
}: PointTable): string[] {
  const others = key.filter((own) => own.toLowerCase() !== date?.toLowerCase())
  if (time !== null || date === null || others.length > 0) return []
  return [
    `指标表「${name}」没有写行的主键，也没有时间列：余额取最后的值时，同一天有几行就分不清取哪一行，报表会拒绝；请写出能分清它们的主键，或设置时间列`,
  ]
}
