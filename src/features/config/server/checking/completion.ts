// Names for completion in expressions and formulas.

import { functionWords } from '#semantic/model/expression/functionWords.ts'
import type { Model } from '#semantic/model/types.ts'
import { AppError } from '#shared/errors.ts'
import type { ExpressionCompletion } from '#features/config/contract.ts'

export function completionOf(model: Model, tableName: string | undefined): ExpressionCompletion {
  return {
    columns: tableName === undefined ? [] : columnsOf(model, tableName),
    functions: functionWords(),
    points: pointsOf(model),
  }
}

function columnsOf({ tables }: Model, wanted: string): ExpressionCompletion['columns'] {
  const table = tables.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  if (!table) throw new AppError('object_missing', `数据表 ${wanted} 不存在`)
  return table.columns.map(({ name, type, comment }) => ({ name, type, comment }))
}

/** A name shared by several points, or with a bracket, is written as its id. */
function pointsOf({ points }: Model): ExpressionCompletion['points'] {
  const counts = new Map<string, number>()
  for (const { name } of points) counts.set(name, (counts.get(name) ?? 0) + 1)
  return points.map(({ id, name, info: { retired } }) => {
    const isPlain = counts.get(name) === 1 && !name.includes('[') && !name.includes(']')
    return { id, name, insert: isPlain ? `[${name}]` : `[#${id}]`, ...(retired && { retired }) }
  })
}
