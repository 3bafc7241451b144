// Information on the word under the pointer: a column, a table, a function, an alias, a parameter.
import type { SqlCatalog } from '../types.ts'
import type { StatementView } from './complete.ts'
import { rowsOf, sourceWords } from './items.ts'
import { resolve } from './resolving.ts'
import { scopeAt, tableNamed } from './scopes.ts'
import type { Scope, ScopeColumn, Source } from './scopeTypes.ts'
import { functionNamed } from './signature.ts'
import { isMember, isName, nameOf, sameName } from './words.ts'

interface HoverText {
  /** SQL, shown in its colours. */
  title: string
  lines: string[]
  start: number
  end: number
  /** Dictionary whose first labels are shown as well. */
  dictId: number | null
}

const mostNames = 12

export function hoverAt(
  { words, root }: StatementView,
  offset: number,
  catalog: SqlCatalog,
): HoverText | null {
  const at = words.all.findIndex(({ start, end }) => start <= offset && offset < end)
  const word = words.all[at]
  if (!word) return null
  const told = (
    title: string,
    lines: (string | false | undefined)[],
    dictId: number | null = null,
  ): HoverText => ({
    title,
    lines: lines.filter((line): line is string => Boolean(line)),
    start: word.start,
    end: word.end,
    dictId,
  })
  if (word.kind === 'parameter') return told(word.text, ['参数：运行时按名称传入'])
  if (!isName(word)) return null
  const name = nameOf(word) as string
  if (words.all[at + 1]?.text === '(') {
    const entry = functionNamed(name, catalog)
    if (entry) return told(entry.signatures.join('\n') || entry.name, [entry.description])
  }
  const scope = scopeAt(root, at)
  const path = [name]
  for (let dot = at - 1; isMember(words, dot + 1) && words.all[dot]?.text === '.'; dot -= 2) {
    const owner = nameOf(words.all[dot - 1])
    if (owner === null) break
    path.unshift(owner)
  }
  const isOwner = words.all[at + 1]?.text === '.'
  const column = isOwner ? null : (resolve(scope, path) ?? given(scope, path))
  if (column) return told(columnTitle(column), columnLines(column), column.dictId ?? null)
  const source = sourceNamed(scope, name)
  if (source) return told(name, sourceLines(source))
  const cte = scope.ctes.find((one) => sameName(one.name, name))
  if (cte) return told(name, ['WITH 子句', namesOf(cte.columns())])
  const table = tableNamed(catalog, name)
  return table ? told(table.name, tableLines(table)) : null
}

/** A name that the SELECT itself defines. */
function given(scope: Scope, path: readonly string[]): ScopeColumn | null {
  if (path.length > 1) return null
  return scope.output().find(({ name }) => sameName(name, path[0] as string)) ?? null
}

function sourceNamed(scope: Scope, name: string): Source | null {
  for (let at: Scope | null = scope; at; at = at.parent) {
    const found =
      at.sources.find(({ alias }) => alias !== null && sameName(alias, name)) ??
      at.sources.find((source) => sameName(source.name, name))
    if (found) return found
  }
  return null
}

const columnTitle = ({ name, type }: ScopeColumn): string => (type ? `${name} ${type}` : name)

function columnLines({ comment, table, points = [], dimensions = [] }: ScopeColumn): string[] {
  return [
    comment ?? '',
    table ? `来自 ${table}` : '',
    points.length > 0 ? `指标：${points.slice(0, mostNames).join('、')}` : '',
    dimensions.length > 0 ? `维度：${dimensions.slice(0, mostNames).join('、')}` : '',
  ]
}

function tableLines(table: {
  comment?: string
  rowCount?: number
  updateTime?: string | null
  columns: readonly { name: string }[]
}): string[] {
  return [
    table.comment ?? '',
    [
      rowsOf(table.rowCount),
      `${table.columns.length} 列`,
      table.updateTime ? `更新于 ${table.updateTime}` : '',
    ]
      .filter((text) => text !== '')
      .join('，'),
    namesOf(table.columns),
  ]
}

function sourceLines(source: Source): string[] {
  if (source.table) {
    const named =
      source.alias !== null && !sameName(source.alias, source.name) ? [`${source.name} 的别名`] : []
    return [...named, ...tableLines(source.table)]
  }
  return [
    source.kind === 'cte' ? `WITH 子句 ${source.name}` : sourceWords[source.kind],
    source.kind === 'unknown' ? '未找到这张表' : namesOf(source.columns()),
  ]
}

function namesOf(columns: readonly { name: string }[]): string {
  const names = columns.slice(0, mostNames).map(({ name }) => name)
  return names.join(', ') + (columns.length > mostNames ? ' …' : '')
}
