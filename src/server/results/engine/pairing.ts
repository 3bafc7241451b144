// Pairs the columns of two results by title and occurrence, and decides how their values are compared.

import type { CellType, WarehouseColumn } from '#server/warehouse/types.ts'
import { sideEndings } from '#shared/sql/comparedColumns.ts'
import { isNumber, type StoredColumn, textOf } from './columnTypes.ts'

/** A column of the differences; its expression refers to the sides as `l` and `r`. */
export interface ShownColumn {
  head: WarehouseColumn
  sql: string
}

export interface MatchedColumn {
  left: StoredColumn
  right: StoredColumn
  /** Expression for a statement over one side. */
  leftKey: string
  rightKey: string
  /** Expressions for a statement over both sides, `l` and `r`; of one type. */
  leftValue: string
  rightValue: string
  differs: string
  /** The column that shows either side's value. */
  head: WarehouseColumn
  /** Right minus left; null where the columns are not numbers. */
  difference: ShownColumn | null
}

export function matchColumns(left: StoredColumn[], right: StoredColumn[]) {
  const ofRight = new Map(named(right))
  const ofLeft = named(left)
  const matched = ofLeft.flatMap(([name, column]) => {
    const other = ofRight.get(name)
    return other ? [match(column, other)] : []
  })
  const names = new Set(ofLeft.map(([name]) => name))
  return {
    matched,
    onlyLeft: ofLeft.filter(([name]) => !ofRight.has(name)).map(([, { name }]) => name),
    onlyRight: [...ofRight].filter(([name]) => !names.has(name)).map(([, { name }]) => name),
  }
}

function named(columns: StoredColumn[]): [string, StoredColumn][] {
  const seen = new Map<string, number>()
  return columns.map((column) => {
    const count = seen.get(column.name) ?? 0
    seen.set(column.name, count + 1)
    return [`${count} ${column.name}`, column]
  })
}

function match(left: StoredColumn, right: StoredColumn): MatchedColumn {
  const { type, cast } = commonOf(left, right)
  const on = (side: string, column: StoredColumn) => cast({ ...column, key: `${side}${column.key}` })
  const [leftValue, rightValue] = [on('l.', left), on('r.', right)]
  return {
    left,
    right,
    leftKey: cast(left),
    rightKey: cast(right),
    leftValue,
    rightValue,
    differs: `${leftValue} IS DISTINCT FROM ${rightValue}`,
    head: type
      ? { name: left.name, ...type }
      : { name: left.name, type: left.type, databaseType: left.databaseType },
    difference: isNumber(left) && isNumber(right) ? differenceOf(left, right) : null,
  }
}

/** Null where a side is null, and where the numbers are too large to subtract. */
function differenceOf(left: StoredColumn, right: StoredColumn): ShownColumn {
  const [databaseType, type] = numberType(left, right)
  const exact = `TRY(CAST(r.${right.key} AS ${databaseType}) - CAST(l.${left.key} AS ${databaseType}))`
  // 0.3 minus 0.1 is 0.2, not 0.19999999999999998.
  const rounded = `CASE WHEN abs(${exact}) < 1e-6 THEN ${exact} ELSE round(${exact}, 9) END`
  return {
    head: { name: left.name + sideEndings.difference, type, databaseType },
    sql: databaseType === 'DOUBLE' ? rounded : exact,
  }
}

interface Common {
  /** Null: the columns' own types. */
  type: { type: CellType; databaseType: string } | null
  cast: (column: StoredColumn) => string
}

/** The type in which both sides' values can be compared without loss, or text. */
function commonOf(left: StoredColumn, right: StoredColumn): Common {
  if (left.storedType === right.storedType) return { type: null, cast: ({ key }) => key }
  const to = (databaseType: string, type: CellType): Common => ({
    type: { type, databaseType },
    cast: ({ key }) => `CAST(${key} AS ${databaseType})`,
  })
  if (isNumber(left) && isNumber(right)) return to(...numberType(left, right))
  const times = [left, right].every(({ nature }) => nature === 'date' || nature === 'time')
  if (times) return to('TIMESTAMP', 'datetime')
  return { type: { type: 'string', databaseType: 'VARCHAR' }, cast: textOf }
}

function numberType(left: StoredColumn, right: StoredColumn): [databaseType: string, type: CellType] {
  const both = [left, right]
  if (both.some(({ nature }) => nature === 'float')) return ['DOUBLE', 'number']
  const wide = both.some(({ databaseType }) => databaseType === 'UHUGEINT')
  if (both.every(({ nature }) => nature === 'integer'))
    return wide ? ['DOUBLE', 'number'] : ['HUGEINT', 'integer']
  const scale = Math.max(...both.map((column) => column.scale))
  const whole = Math.max(...both.map(wholeDigits))
  return whole + scale <= 38 ? [`DECIMAL(38,${scale})`, 'number'] : ['DOUBLE', 'number']
}

function wholeDigits({ databaseType, scale }: StoredColumn): number {
  const width = /^DECIMAL\((\d+)/.exec(databaseType)?.[1]
  if (width) return Number(width) - scale
  return databaseType.endsWith('HUGEINT') ? 39 : 20
}
