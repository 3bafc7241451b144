// Problems of a table's joins, beyond those found by the report engine.

import type { Problem } from '#semantic/compile.ts'
import { findColumn } from '#semantic/model/expression/columns.ts'
import { areJoinable } from '#semantic/model/joinKeys.ts'
import { marksOf } from '#semantic/model/personal.ts'
import type { DimensionTable, Model, PointTable, TableJoin } from '#semantic/model/types.ts'
import { cleanName, nameKey } from '#server/objects/texts.ts'
import { AppError } from '#shared/errors.ts'
import { spoken } from '../objectKinds.ts'

type Joining = Pick<PointTable | DimensionTable, 'table_truename' | 'joins'>

const at = (message: string): Problem => ({ field: 'joins', message })

/** Each names its row in the form, from 1. */
export function joinProblems({ table_truename, joins = [] }: Joining, model: Model): Problem[] {
  return joins.flatMap((join, index) => [
    ...repeatedProblems(join, index, joins, model),
    ...typeProblems(join, index, table_truename, model),
  ])
}

const titled = (id: number, { dimensionTables }: Pick<Model, 'dimensionTables'>): string =>
  dimensionTables.find((one) => one.id === id)?.name ?? `#${id}`

/** Roles must be unique within the table; one join per dimension table may have none. */
function repeatedProblems(
  { dimTableId, role }: TableJoin,
  index: number,
  joins: readonly TableJoin[],
  model: Model,
): Problem[] {
  const before = joins.slice(0, index)
  if (role === undefined) {
    const isTaken = before.some((one) => one.role === undefined && one.dimTableId === dimTableId)
    if (!isTaken) return []
    return [
      at(
        `第 ${index + 1} 个关联：维度表「${titled(dimTableId, model)}」已有没有角色的关联，请填写角色，如 注册渠道`,
      ),
    ]
  }
  const wrong = wrongRole(role, index)
  if (wrong !== null) return [at(wrong)]
  const key = nameKey(spoken(role))
  const taken = before.findIndex((one) => one.role !== undefined && nameKey(spoken(one.role)) === key)
  return taken < 0 ? [] : [at(`第 ${index + 1} 个关联：角色「${role}」与第 ${taken + 1} 个同名，请换一个`)]
}

export const longestRole = 50

/** Roles from forms are already normalized; a file of definitions may contain any text. */
function wrongRole(role: string, index: number): string | null {
  const title = `第 ${index + 1} 个关联的角色`
  try {
    return cleanName(role, title, longestRole) === role ? null : `${title}前后不能有空白`
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** Keys of incompatible types never match; a text and another type are compared as texts, and said so (warnings.ts). */
function typeProblems(
  { dimTableId, column }: TableJoin,
  index: number,
  truename: string,
  { dimensionTables, tables }: Model,
): Problem[] {
  const joined = dimensionTables.find(({ id }) => id === dimTableId)
  if (!joined) return []
  const columnOf = (tableName: string, name: string) => {
    const physical = tables.find((one) => one.name.toLowerCase() === tableName.toLowerCase())
    return physical && findColumn(physical, name)
  }
  const own = columnOf(truename, column)
  const key = columnOf(joined.table_truename, joined.key_column)
  if (!own || !key || areJoinable(own, key)) return []
  return [
    at(
      `第 ${index + 1} 个关联：列 ${own.name}（${own.type}）与维度表「${joined.name}」的主键 ${key.name}（${key.type}）类型不同，不能关联`,
    ),
  ]
}

const shownKeys = 3

/**
 * New joins to repeated keys, with examples. An existing join whose key repeats by now stays: reports refuse
 * it, but the table's other changes need not wait.
 */
export function fanOutProblems(
  joins: readonly TableJoin[],
  present: readonly TableJoin[],
  model: Model,
): Problem[] {
  return joins.flatMap((join, index) => {
    const { dimTableId, column } = join
    const repeated = model.duplicateKeys?.find((found) => found.dimTableId === dimTableId)?.examples ?? []
    const isKept = present.some((one) => one.dimTableId === dimTableId && one.column === column)
    if (repeated.length === 0 || isKept) return []
    const target = model.dimensionTables.find(({ id }) => id === dimTableId)
    const isMarked =
      target && marksOf(target.table_truename, model.personal).has(target.key_column.toLowerCase())
    const shown = isMarked ? ['是个人信息，不显示'] : repeated
    const keys = shown.slice(0, shownKeys).map((key) => String(key).slice(0, 40))
    return [
      at(
        `第 ${index + 1} 个关联：维度表「${titled(dimTableId, model)}」的主键有重复值（${keys.join('、')}${shown.length > shownKeys ? ' 等' : ''}），关联后一行会变成几行、重复计算，请先去掉重复`,
      ),
    ]
  })
}
