// Expressions over one physical table: finds the columns that they name, and kinds by the column types.
//
//   readExpression('amount * 2', payOrder)  → tree, kind 'number'
//   readExpression('amout * 2', payOrder)   → throws: 没有列 amout，是否为 amount？ at column 1
import type { PhysicalTable } from '../types.ts'
import { bareType } from './exact.ts'
import { kindOf } from './kinds.ts'
import { nearest } from './nearest.ts'
import { parseExpression } from './parse.ts'
import { problemAt } from './tokens.ts'
import type { Expression, Kind, NameLeaf } from './tree.ts'

export type PhysicalColumn = PhysicalTable['columns'][number]

/** By exact name, else ignoring case, because the warehouse ignores case, too. */
export function findColumn(table: Pick<PhysicalTable, 'columns'>, name: string): PhysicalColumn | undefined {
  const exact = table.columns.find((column) => column.name === name)
  if (exact !== undefined) return exact
  const lower = name.toLowerCase()
  return table.columns.find((column) => column.name.toLowerCase() === lower)
}

const kinds: [RegExp, Kind][] = [
  [/^U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)$/, 'integer'],
  [/^(U?INT(8|16|32|64|128|256)?)$/i, 'integer'],
  [/^(DECIMAL|NUMERIC|DOUBLE|FLOAT|REAL)/i, 'number'],
  [/^(VARCHAR|CHAR|TEXT|STRING|FIXEDSTRING|ENUM|UUID)/i, 'string'],
  [/^BOOL(EAN)?$/i, 'boolean'],
  [/^DATE(32)?$/i, 'date'],
  [/^(TIMESTAMP|DATETIME)/i, 'datetime'],
]

export function kindOfType(type: string): Kind {
  const bare = bareType(type)
  return kinds.find(([pattern]) => pattern.test(bare))?.[1] ?? 'unknown'
}

export interface CheckedExpression {
  text: string
  expression: Expression
  kind: Kind
}

/** Parses and checks an expression over the table's columns. Throws ReportProblem with the position. */
export function readExpression(text: string, table: PhysicalTable): CheckedExpression {
  const expression = parseExpression(text)
  const kind = kindOf(expression, { text, leaf: (leaf) => kindOfColumn(leaf, text, table) })
  return { text, expression, kind }
}

function kindOfColumn(leaf: NameLeaf, text: string, table: PhysicalTable): Kind {
  const { offset, length } = leaf.at
  if (leaf.kind === 'point')
    throw problemAt(
      text,
      `表达式里不能引用指标 [${leaf.name}]，只能用表「${table.name}」的列`,
      offset,
      length,
    )
  const column = findColumn(table, leaf.name)
  if (column !== undefined) return kindOfType(column.type)
  const known = nearest(
    leaf.name,
    table.columns.map((candidate) => candidate.name),
  )
  const suggestion = known === undefined ? '' : `，是否为 ${known}？`
  throw problemAt(text, `表「${table.name}」没有列 ${leaf.name}${suggestion}`, offset, length)
}
