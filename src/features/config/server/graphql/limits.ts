// Cost limits of a query, checked on its tree before it runs: depth, aliases, fields, rows times fields.
import type { DocumentNode, FieldNode, SelectionSetNode } from 'graphql'
import { AppError } from '#shared/errors.ts'
import { Kind } from './library.ts'
import { mostRows, usualRows } from './resolvers.ts'

const mostDepth = 5
const mostAliases = 15
/** Visited fields and fragments; fragments count each time they are spread. */
const mostFields = 500
/** Requested rows times fields per row. */
const mostCost = 100_000

export const tooDeep = `查询嵌套过深，最多 ${mostDepth} 层`

const refused = (message: string): AppError => new AppError('parameter_wrong', message)

interface Tally {
  fields: number
  aliases: number
  cost: number
}

/** Throws AppError parameter_wrong where the document asks for too much, or for the schema itself. */
export function checkLimits(
  document: DocumentNode,
  variables: Record<string, unknown>,
  introspection: boolean,
): void {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition.selectionSet]] : [],
    ),
  )
  const tally: Tally = { fields: 0, aliases: 0, cost: 0 }

  const visit = (
    selections: SelectionSetNode,
    depth: number,
    rows: number,
    unfolded: readonly string[],
  ): void => {
    if (depth > mostDepth) throw refused(tooDeep)
    for (const selection of selections.selections) {
      tally.fields += 1
      if (tally.fields > mostFields) throw refused(`查询的字段过多，最多 ${mostFields} 个`)
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        visit(selection.selectionSet, depth, rows, unfolded)
      } else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const name = selection.name.value
        const inner = fragments.get(name)
        if (unfolded.includes(name)) throw refused('片段不能互相引用')
        if (inner) visit(inner, depth, rows, [...unfolded, name])
      } else {
        count(tally, selection, rows)
        if (isSchemaField(selection, introspection)) continue
        if (selection.selectionSet) {
          visit(selection.selectionSet, depth + 1, rowsOf(selection, variables, rows), unfolded)
        }
      }
    }
  }
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) visit(definition.selectionSet, 1, 1, [])
  }
}

function count(tally: Tally, field: FieldNode, rows: number): void {
  tally.cost += rows
  if (field.alias) tally.aliases += 1
  if (tally.aliases > mostAliases) throw refused(`查询的别名过多，最多 ${mostAliases} 个`)
  if (tally.cost > mostCost) throw refused('查询的数据量过大，请减少 limit 或字段')
}

function isSchemaField(field: FieldNode, introspection: boolean): boolean {
  if (field.name.value !== '__schema' && field.name.value !== '__type') return false
  if (!introspection) throw refused('不允许查询接口结构')
  return true
}

/** The most rows of a list; a list without a limit counts as the maximum. */
function rowsOf(field: FieldNode, variables: Record<string, unknown>, rows: number): number {
  const name = field.name.value
  if (name === 'allConfig') return mostRows
  if (name !== 'allPoint' && name !== 'allDimension') return rows
  const limit = field.arguments?.find((argument) => argument.name.value === 'limit')?.value
  if (limit?.kind === Kind.INT) return Number(limit.value)
  if (limit?.kind !== Kind.VARIABLE) return usualRows
  const given = variables[limit.name.value]
  return typeof given === 'number' ? given : mostRows
}
