// A point table together with its physical columns: its business day, its time, its game.
//
//   date column DATE, cut-off 0       day = f."pay_date"
//   time column, cut-off 5            day = CAST(f."pay_time" - INTERVAL 5 HOUR AS DATE)

import { findColumn, kindOfType, type PhysicalColumn } from '#semantic/model/expression/columns.ts'
import type { Kind } from '#semantic/model/expression/tree.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { CompileContext, PhysicalTable, PointTable } from '#semantic/model/types.ts'
import { field, unmasked } from '../tree/build.ts'
import { type DaySource, factSource } from '../tree/reached.ts'
import type { Node } from '../tree/tree.ts'

export interface FactTable {
  table: PointTable
  physical: PhysicalTable
}

/** Throws if the physical table is missing. */
export function factTableOf(table: PointTable, lookup: Lookup): FactTable {
  const physical = lookup.physicalTable(table.table_truename)
  if (physical === undefined)
    throw reportInvalid(`指标表「${table.name}」的数据表 ${table.table_truename} 不存在`, {
      missing: [`表 ${table.table_truename}`],
    })
  return { table, physical }
}

export function requireColumn(physical: PhysicalTable, name: string, what: string): PhysicalColumn {
  const column = findColumn(physical, name)
  if (column === undefined)
    throw reportInvalid(`${what} ${name} 在数据表 ${physical.name} 中不存在`, {
      missing: [`列 ${physical.name}.${name}`],
    })
  return column
}

/** null for a fact without dates. */
export function daySource(fact: FactTable, context: CompileContext): DaySource | null {
  const { date_column: dateColumn } = fact.table
  // The date column is cut at midnight; if the business day starts later, the time column decides.
  if (dateColumn === null || context.cutoffHour > 0) {
    const time = timeNode(fact, context)
    if (time !== null) return { node: time, kind: 'datetime', cutoffHour: context.cutoffHour }
  }
  if (dateColumn === null) return null
  const column = requireColumn(fact.physical, dateColumn, `指标表「${fact.table.name}」的日期列`)
  const node = field(factSource, column)
  const kind = kindOfType(column.type)
  if (kind === 'date') return { node, kind: 'date', cutoffHour: 0 }
  // A date column of timestamps is cut where the business day starts, like a time column.
  if (kind === 'datetime') {
    const { cutoffHour } = context
    return { node: wallClock(node, column, context), kind: 'datetime', cutoffHour }
  }
  throw reportInvalid(
    `指标表「${fact.table.name}」的日期列 ${dateColumn} 是 ${column.type}，须为 DATE 或 TIMESTAMP`,
  )
}

/** The fact's time in the business's zone; null if the fact has only days. */
export function timeNode(fact: FactTable, context: CompileContext): Node | null {
  const { time_column: timeColumn } = fact.table
  if (timeColumn === null) return null
  const column = requireColumn(fact.physical, timeColumn, `指标表「${fact.table.name}」的时间列`)
  if (kindOfType(column.type) !== 'datetime')
    throw reportInvalid(
      `指标表「${fact.table.name}」的时间列 ${timeColumn} 是 ${column.type}，须为 TIMESTAMP`,
    )
  return wallClock(field(factSource, column), column, context)
}

/** Instants (TIMESTAMP WITH TIME ZONE) are converted to the business's zone; other columns hold its wall-clock time. */
function wallClock(node: Node, column: PhysicalColumn, context: CompileContext): Node {
  return isMoment(column.type) ? { kind: 'wallClock', operand: node, zone: context.zone } : node
}

/** A ClickHouse DateTime is an instant in whatever zone it names, except UTC: that holds wall-clock time unchanged. */
const isMoment = (type: string): boolean =>
  /TIME ZONE|TIMESTAMPTZ/i.test(type) || (/\bDateTime(64)?\b/.test(type) && !type.includes("'UTC'"))

/** The fact's game column; null if it has none. */
export function gameNode(fact: FactTable): { node: Node; kind: Kind } | null {
  const { game_column: gameColumn } = fact.table
  if (gameColumn === null) return null
  const column = requireColumn(fact.physical, gameColumn, `指标表「${fact.table.name}」的游戏列`)
  return { node: unmasked(field(factSource, column)), kind: kindOfType(column.type) }
}
