// Completions at a position of a statement, best first.
import type { SqlCatalog } from '../types.ts'
import {
  aliasItem,
  columnItem,
  functionItem,
  type Item,
  ownSnippetItem,
  quoteName,
  tableItem,
  temporaryItem,
} from './items.ts'
import { keywordItems, snippetItems } from './offers.ts'
import { spread } from './outputs.ts'
import { type Place, placeOf } from './place.ts'
import { type Matcher, matcherOf, rank } from './rank.ts'
import { readingOf } from './readings.ts'
import { readScopes, scopeAt } from './scopes.ts'
import type { Scope, ScopeColumn, Source } from './scopeTypes.ts'
import { fieldsOf } from './structs.ts'
import { type ValueWish, valueItems, valueWish } from './values.ts'
import { sameName, type Words, wordsOf } from './words.ts'

/** More than anybody reads; Monaco asks again with each letter. */
const mostItems = 200

interface Completion {
  items: Item[]
  /** Start of the typed word in the whole text. */
  start: number
  /** Labels still to be loaded; `withLabels` puts them first. */
  wish: ValueWish | null
  typed: string
}

export interface StatementView {
  words: Words
  root: Scope
}

/** Parses a segment of the text (see StatementIndex). */
export function readStatement(text: string, start: number, end: number, catalog: SqlCatalog): StatementView {
  const words = wordsOf(text, start, end)
  return { words, root: readScopes(words, catalog) }
}

const nothing = (start: number): Completion => ({ items: [], start, wish: null, typed: '' })

/** `parameters`: names that the text already uses. */
export function complete(
  { words, root }: StatementView,
  offset: number,
  catalog: SqlCatalog,
  parameters: readonly string[] = [],
): Completion {
  const place = placeOf(words, (at) => scopeAt(root, at), offset)
  if (place.kind === 'nothing') return nothing(place.start)
  const scope = scopeAt(root, place.at)
  if (place.kind === 'text') {
    const wish = valueWish(words, scope, place.at, true)
    return { ...nothing(place.start), wish, typed: place.typed }
  }
  const wish = place.quoted || place.kind !== 'expression' ? null : valueWish(words, scope, place.at, false)
  const offers = offersAt(words, place, scope, catalog, parameters)
  const items = rankOffers(withSnippets(offers, place, catalog), place)
  return { items, start: place.start, wish, typed: place.typed }
}

/** Users' snippets fit anywhere except after a dot, as a parameter or for a number. */
const noSnippets: readonly Place['kind'][] = ['member', 'parameter', 'limit', 'using', 'type']

function withSnippets(offers: Offers, { kind, quoted }: Place, catalog: SqlCatalog): Offers {
  if (quoted || noSnippets.includes(kind) || (catalog.snippets ?? []).length === 0) return offers
  return { ...offers, prepared: [...(offers.prepared ?? []), preparedOf(catalog).snippets] }
}

interface Offers {
  items: Item[]
  /** Lists of the whole catalog, prepared once. */
  prepared?: Prepared[]
}

function rankOffers({ items, prepared = [] }: Offers, { typed, quoted }: Place): Item[] {
  const found = rank(items, typed, mostItems).map(({ index, score }) => ({
    item: items[index] as Item,
    score,
  }))
  for (const list of prepared) {
    for (const { index, score } of rank(list.items, typed, mostItems, list.matcher())) {
      found.push({ item: list.items[index] as Item, score })
    }
  }
  if (prepared.length > 0) found.sort((one, other) => other.score - one.score)
  const best = found.slice(0, mostItems).map(({ item }) => item)
  if (!quoted) return best
  // Inside quotes only names fit, and they keep the quotes.
  return best
    .filter(({ kind }) => kind === 'column' || kind === 'table' || kind === 'alias' || kind === 'cte')
    .map((item) => ({ ...item, insert: `"${item.name.replaceAll('"', '""')}"` }))
}

/** Puts dictionary values before everything else. */
export function withLabels(completion: Completion, labels: Parameters<typeof valueItems>[0]): Item[] {
  if (!completion.wish) return completion.items
  const values = valueItems(labels, completion.wish, 0)
  const ranked = rank(values, completion.typed, mostItems).map(({ index }) => values[index] as Item)
  return [...ranked, ...completion.items]
}

function offersAt(
  words: Words,
  place: Place,
  scope: Scope,
  catalog: SqlCatalog,
  parameters: readonly string[],
): Offers {
  switch (place.kind) {
    case 'member':
      return { items: memberItems(place, scope, catalog) }
    case 'parameter':
      return { items: parameterItems(parameters, '', 0) }
    case 'limit':
      return { items: parameterItems(parameters, ':', 0) }
    case 'table':
      return tableOffers(place, scope, catalog)
    case 'using':
      return { items: usingItems(place, scope, catalog) }
    case 'on':
      return {
        items: [...pairItems(place, scope), ...expressionItems(words, place, scope, catalog, parameters)],
      }
    case 'expression':
      return expressionOffers(words, place, scope, catalog, parameters)
    default:
      return { items: [...keywordItems(place, 0, catalog), ...snippetItems(place, 1)] }
  }
}

const parameterItems = (names: readonly string[], colon: string, group: number): Item[] =>
  names.map((name) => ({
    kind: 'parameter',
    name: `:${name}`,
    type: '参数',
    insert: `${colon}${name}`,
    group,
  }))

/** After a dot: columns of an alias, tables of `tmp`. */
function memberItems({ path }: Place, scope: Scope, catalog: SqlCatalog): Item[] {
  const owner = path.at(-1)
  if (owner === undefined) return []
  for (let at: Scope | null = scope; at; at = at.parent) {
    const source = at.sources.find(
      ({ kind, alias }) => kind !== 'unknown' && alias !== null && sameName(alias, owner),
    )
    if (!source) continue
    const columns = source.columns().map((column) => columnItem(column, catalog, { group: 0 }))
    const insert = source.columns().map(({ name }, index) => {
      const prefix = index === 0 ? '' : `${quoteName(owner, 'table')}.`
      return prefix + quoteName(name)
    })
    return insert.length > 1 ? [...columns, starItem(insert, 3)] : columns
  }
  const within = catalog.temporary.filter(({ schema = 'tmp' }) => sameName(owner, schema))
  if (within.length > 0 || sameName(owner, 'tmp'))
    return within.map((table) => temporaryItem(table, 0, false))
  const fields = fieldsOf(scope, path)
  if (fields.length > 0) return fields.map((column) => columnItem(column, catalog, { group: 0, from: owner }))
  const table = catalog.tables.find(({ name }) => sameName(name, owner))
  return (table?.columns ?? []).map((column) => columnItem(column, catalog, { group: 0, from: owner }))
}

const starItem = (columns: readonly string[], group: number): Item => ({
  kind: 'snippet',
  name: '*',
  type: '展开',
  comment: `全部 ${columns.length} 列`,
  insert: columns.join(', '),
  group,
})

function tableOffers(place: Place, scope: Scope, catalog: SqlCatalog): Offers {
  const ctes = scope.ctes.map(
    ({ name, columns }): Item => ({
      kind: 'cte',
      name,
      namePinyin: readingOf(name, catalog),
      type: 'WITH 子句',
      comment: columns()
        .slice(0, 6)
        .map((column) => column.name)
        .join(', '),
      insert: quoteName(name, 'table'),
      group: 0,
    }),
  )
  const series = catalog.functions
    .filter(({ kind }) => kind === 'table')
    .map((entry) => functionItem(entry, 4))
  return {
    items: [
      ...ctes,
      ...catalog.temporary.map((table) => temporaryItem(table, 2, true)),
      ...series,
      ...keywordItems(place, 5, catalog),
    ],
    prepared: [preparedOf(catalog).tables],
  }
}

/** Columns that both sides of a join have and that are not listed yet. */
function usingItems({ join }: Place, scope: Scope, catalog: SqlCatalog): Item[] {
  const right = scope.sources[join?.right ?? 0]
  const left = spread(scope.sources.slice(0, join?.right ?? 0))
  return (right?.columns() ?? [])
    .filter(({ name }) => left.some((column) => sameName(column.name, name)))
    .map((column) => columnItem(column, catalog, { group: 0 }))
}

/** Join conditions over columns of the same name; keys first. */
function pairItems({ join }: Place, scope: Scope): Item[] {
  const right = scope.sources[join?.right ?? 0]
  if (!right || right.alias === null) return []
  return scope.sources.slice(0, join?.right ?? 0).flatMap((left) =>
    left.alias === null
      ? []
      : right.columns().flatMap((column): Item[] => {
          const pair = left.columns().find(({ name }) => sameName(name, column.name))
          if (!pair) return []
          const name = `${left.alias}.${pair.name} = ${right.alias}.${column.name}`
          return [
            {
              kind: 'join',
              name,
              type: '关联',
              comment: column.comment ?? '',
              pinyin: column.pinyin ?? '',
              insert: `${quoteName(left.alias as string, 'table')}.${quoteName(pair.name)} = ${quoteName(right.alias as string, 'table')}.${quoteName(column.name)}`,
              group: /(^|_)id$/i.test(column.name) ? -1 : 0,
            },
          ]
        }),
  )
}

function expressionItems(
  words: Words,
  place: Place,
  scope: Scope,
  catalog: SqlCatalog,
  parameters: readonly string[],
): Item[] {
  const own = sourceColumns(scope.sources, catalog, 0)
  const aliases =
    place.clause?.kind === 'select' || place.clause?.kind === 'from' ? [] : selectAliases(scope, own)
  const outer: Item[] = []
  for (let at = scope.parent; at; at = at.parent) {
    outer.push(...at.sources.flatMap((source) => ownedColumns(source, catalog, 3)))
  }
  const withAlias = scope.sources.filter(({ alias }) => alias !== null)
  const star = place.clause?.kind === 'select' && isListStart(words, place.at) ? starOf(scope) : []
  return [
    ...aliases,
    ...own,
    ...withAlias.map((source) => aliasItem(source, catalog, 2)),
    ...outer,
    ...parameterItems(parameters, ':', 3),
    ...star,
    ...preparedOf(catalog).functions,
    ...keywordItems(place, 5, catalog),
    ...snippetItems(place, 6),
  ]
}

const isListStart = (words: Words, at: number): boolean => {
  const before = words.all[at - 1]
  return before?.text === ',' || before?.lower === 'select' || before?.lower === 'distinct'
}

function starOf(scope: Scope): Item[] {
  const columns = scope.sources.length === 1 ? spread(scope.sources) : []
  return columns.length > 1
    ? [
        starItem(
          columns.map(({ name }) => quoteName(name)),
          4,
        ),
      ]
    : []
}

function expressionOffers(
  words: Words,
  place: Place,
  scope: Scope,
  catalog: SqlCatalog,
  parameters: readonly string[],
): Offers {
  const items = expressionItems(words, place, scope, catalog, parameters)
  const knows = scope.sources.some((source) => source.columns().length > 0)
  if (knows || place.clause?.kind === 'from') return { items }
  // Before FROM is written, or where its tables are unknown: columns of WITH, then of all tables.
  return { items: [...withColumns(scope, catalog), ...items], prepared: [preparedOf(catalog).columns] }
}

/** Columns of the queries of WITH that may be read here; the nearest query's where several have the name. */
function withColumns({ ctes }: Scope, catalog: SqlCatalog): Item[] {
  const found = new Map<string, Item>()
  for (const { name: from, columns } of ctes) {
    for (const column of columns()) {
      const key = column.name.toLowerCase()
      if (!found.has(key)) found.set(key, columnItem(column, catalog, { group: 0, from }))
      if (found.size >= mostItems) return [...found.values()]
    }
  }
  return [...found.values()]
}

/** Columns by bare name; ambiguous ones are qualified. */
function sourceColumns(sources: readonly Source[], catalog: SqlCatalog, group: number): Item[] {
  const times = new Map<string, number>()
  for (const { name } of spread(sources))
    times.set(name.toLowerCase(), (times.get(name.toLowerCase()) ?? 0) + 1)
  return sources.flatMap((source) =>
    source.columns().flatMap((column): Item[] => {
      if (source.merged.some((name) => sameName(name, column.name))) return []
      const shared = (times.get(column.name.toLowerCase()) ?? 0) > 1
      const from = source.alias ?? undefined
      return [columnItem(column, catalog, { group, owner: shared ? source.alias : null, from })]
    }),
  )
}

/** Columns of an outer query: qualified, because an inner column of that name would hide them. */
const ownedColumns = (source: Source, catalog: SqlCatalog, group: number): Item[] =>
  source.columns().map((column) => columnItem(column, catalog, { group, owner: source.alias }))

/** Names defined by the SELECT, where they may be used. */
function selectAliases(scope: Scope, own: readonly Item[]): Item[] {
  if (!scope.clauses.some(({ kind }) => kind === 'select')) return []
  const taken = new Set(own.map(({ name }) => name.toLowerCase()))
  return scope
    .output()
    .filter(({ name }) => !taken.has(name.toLowerCase()))
    .map(
      (column: ScopeColumn): Item => ({
        kind: 'column',
        name: column.name,
        type: column.type.toLowerCase() || '结果列',
        comment: column.comment ?? '',
        pinyin: column.pinyin ?? '',
        insert: quoteName(column.name),
        group: -1,
      }),
    )
}

interface Prepared {
  items: Item[]
  matcher: () => Matcher
}

interface PreparedCatalog {
  tables: Prepared
  columns: Prepared
  functions: Item[]
  snippets: Prepared
}

const preparedCatalogs = new WeakMap<SqlCatalog, PreparedCatalog>()

function prepare(make: () => Item[]): Prepared {
  let items: Item[] | undefined
  let matcher: Matcher | undefined
  const all = (): Item[] => {
    items ??= make()
    return items
  }
  return {
    get items() {
      return all()
    },
    matcher: () => {
      matcher ??= matcherOf(all())
      return matcher
    },
  }
}

function preparedOf(catalog: SqlCatalog): PreparedCatalog {
  const known = preparedCatalogs.get(catalog)
  if (known) return known
  const made: PreparedCatalog = {
    tables: prepare(() => catalog.tables.map((table) => tableItem(table, 1))),
    columns: prepare(() => allColumns(catalog)),
    functions: catalog.functions.map((entry) => functionItem(entry, 4)),
    snippets: prepare(() => (catalog.snippets ?? []).map((one) => ownSnippetItem(one, 7))),
  }
  preparedCatalogs.set(catalog, made)
  return made
}

/** Prepares the catalog before the first key press. */
export function prepareCatalog(catalog: SqlCatalog): void {
  const { tables, columns, snippets } = preparedOf(catalog)
  tables.matcher()
  snippets.matcher()
  columns.matcher()
}

/** Columns with the same name and meaning are merged. */
function allColumns(catalog: SqlCatalog): Item[] {
  const found = new Map<string, { column: ScopeColumn; tables: string[] }>()
  for (const table of catalog.tables) {
    for (const column of table.columns) {
      const key = `${column.name.toLowerCase()} ${column.comment ?? ''}`
      const known = found.get(key)
      if (known) known.tables.push(table.name)
      else found.set(key, { column, tables: [table.name] })
    }
  }
  return [...found.values()].map(({ column, tables }) =>
    columnItem(column, catalog, { group: 1, from: tables.slice(0, 8).join(', ') }),
  )
}
