// The definition of a name: a position in the statement, or a table that the page shows.
import type { DefinedTable, SqlCatalog } from '../types.ts'
import { bindingAt, type Names, namesOf, pathTo } from './bindings.ts'
import type { StatementView } from './complete.ts'
import type { Piece } from './renaming.ts'
import type { Source } from './scopeTypes.ts'
import { isName, sameName } from './words.ts'

type Definition = { place: Piece } | { table: DefinedTable }

export function definitionAt(view: StatementView, offset: number, catalog: SqlCatalog): Definition | null {
  const { words } = view
  const at = words.all.findIndex((word) => isName(word) && word.start <= offset && offset <= word.end)
  if (at < 0) return null
  const names = namesOf(view)
  const binding = bindingAt(view, names, at)
  if (!binding) return tableBy(pathTo(words, at), catalog)
  const place = (index: number): Definition | null => {
    const word = words.all[index]
    return word ? { place: { start: word.start, end: word.end } } : null
  }
  if (binding.kind === 'cte') return place(binding.cte.at)
  if (binding.kind === 'output') return place(binding.at)
  if (binding.kind === 'alias') {
    // On the alias itself, the definition is the aliased table or query.
    return binding.source.aliasAt === at
      ? (tableOf(binding.source, null) ?? ofSource(binding.source, place))
      : place(binding.source.aliasAt)
  }
  if (binding.kind === 'table') return tableOf(binding.source, null)
  return columnOf(names, binding.source, binding.name, place)
}

/** If no query is parsed, as after DESCRIBE: the table with this name. */
function tableBy(path: readonly string[], { tables, temporary }: SqlCatalog): Definition | null {
  const name = path.at(-1) ?? ''
  const own = temporary.find((table) => sameName(`${table.schema ?? 'tmp'}.${table.name}`, path.join('.')))
  if (own) return { table: { schema: own.schema ?? 'tmp', name: own.name, column: null } }
  const table = path.length === 1 ? tables.find((one) => sameName(one.name, name)) : undefined
  return table ? { table: { schema: 'main', name: table.name, column: null } } : null
}

type Placed = (at: number) => Definition | null

const ofSource = (source: Source, place: Placed): Definition | null =>
  source.cte ? place(source.cte.at) : null

function columnOf(names: Names, source: Source, name: string, place: Placed): Definition | null {
  const inner = source.cte?.query ?? source.query
  if (!inner) return tableOf(source, name) ?? ofSource(source, place)
  const given = [...names.outputs.values()].find(
    (output) => sameName(output.name, name) && (output.scope === inner || output.scope.parent === inner),
  )
  if (given) return place(given.at)
  // The name is passed through: continue in what the query reads.
  const arm = inner.children.find(({ sources }) => sources.length > 0) ?? inner
  const from = arm.sources.find((one) => one.columns().some((column) => sameName(column.name, name)))
  return from ? columnOf(names, from, name, place) : ofSource(source, place)
}

function tableOf({ kind, table }: Source, column: string | null): Definition | null {
  if (!table || (kind !== 'table' && kind !== 'temporary')) return null
  const schema = kind === 'table' ? 'main' : ('schema' in table && table.schema) || 'tmp'
  return { table: { schema, name: table.name, column } }
}
