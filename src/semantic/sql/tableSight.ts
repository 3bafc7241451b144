// Conditions on the rows of a table that somebody reads by SQL of their own, for a view that stands before it. A view
// takes no parameters, so values are literals here; names of tables stand apart, for whoever makes the view knows where
// they are.
//
//   ['f."channel" IN (SELECT j2."channel" FROM ', 'dim_channel', ' AS j2 WHERE j2."kind" IN (\'买量\'))']
import type { SqlParameter } from '../model/types.ts'
import type { BoundType, Node } from '../plan/tree/tree.ts'
import { boundTypes, duckdb } from './duckdb.ts'
import { Writer } from './writer.ts'

/** A condition over the source `f`: SQL texts alternating with table names. */
export type ConditionPieces = string[]

const apart = '\0'

export function conditionPieces(condition: Node): ConditionPieces {
  const writer: Writer = new PieceWriter({
    ...duckdb,
    anyOf: (operand, place, type) =>
      `${operand} IN (SELECT unnest(${listOf(writer.params[place - 1], type)}))`,
  })
  return writer.conjunct(condition).split(apart)
}

class PieceWriter extends Writer {
  override table(name: string): string {
    return `${apart}${name}${apart}`
  }
}

/** No text of a table contains the separator: a value with one matches no row. */
const listOf = (values: SqlParameter | undefined, type: BoundType): string => {
  const texts = (values as string[]).map((value) => duckdb.text(value.replaceAll(apart, '\uFFFD')))
  return `CAST([${texts.join(', ')}] AS ${boundTypes[type]}[])`
}
