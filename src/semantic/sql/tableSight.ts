// Conditions on the rows of a table that somebody reads by SQL of their own, for a view that stands before it. A view
// takes no parameters, so values are literals here; names of tables stand apart, for whoever makes the view knows where
// they are.
//
//   ['f."channel" IN (SELECT j2."channel" FROM ', 'dim_channel', ' AS j2 WHERE j2."kind" IN (\'买量\'))']
import type { SqlParameter } from '../model/types.ts'
import type { BoundType, Node } from '../plan/tree/tree.ts'
import { clickhouse } from './clickhouse.ts'
import type { Dialect } from './dialect.ts'
import { boundTypes, duckdb } from './duckdb.ts'
import { Writer } from './writer.ts'

/** A condition over the source `f`: SQL texts alternating with table names. */
export type ConditionPieces = string[]

const apart = '\0'

export function conditionPieces(condition: Node, dialect: Dialect = duckdb): ConditionPieces {
  const literal = dialect === clickhouse ? clickhouseLiteral : duckdbLiteral
  const writer: Writer = new PieceWriter({
    ...dialect,
    anyOf: (operand, place, type) => literal(operand, writer.params[place - 1], type, place),
  })
  return writer.conjunct(condition).split(apart)
}

class PieceWriter extends Writer {
  override table(name: string): string {
    return `${apart}${name}${apart}`
  }
}

/** No text of a table contains the separator: a value with one matches no row. */
const textsOf = (values: SqlParameter | undefined): string[] =>
  (values as string[]).map((value) => value.replaceAll(apart, '\uFFFD'))

const duckdbLiteral = (operand: string, values: SqlParameter | undefined, type: BoundType): string => {
  const texts = textsOf(values).map(duckdb.text)
  return `${operand} IN (SELECT unnest(CAST([${texts.join(', ')}] AS ${boundTypes[type]}[])))`
}

const clickhouseLiteral = (
  operand: string,
  values: SqlParameter | undefined,
  type: BoundType,
  place: number,
): string => {
  const texts = textsOf(values).map(clickhouse.text)
  if (texts.length === 0) return 'false'
  if (type === 'text') return `${operand} IN (${texts.join(', ')})`
  return clickhouse
    .anyOf(operand, place, type)
    .replaceAll(`{p${place}:Array(String)}`, () => `[${texts.join(', ')}]`)
}
