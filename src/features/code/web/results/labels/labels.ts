// Names beside codes: which dictionary a result's column has, by the tables and columns that its statement reads.
import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { type Token, tokenize } from '../../../../../shared/sql/tokens.ts'
import type { CatalogTable, ResultColumn, Run } from '../../../contract.ts'
import { dictionaryLabels, useCatalog } from '../../query/catalog.ts'
import { isFigure } from '../values.ts'

/** Label by code. */
export type Labels = ReadonlyMap<string, string>
/** By the index of the column. */
export type ResultLabels = ReadonlyMap<number, Labels>

const longestRead = 50_000
const none: ResultLabels = new Map()

const useDictionaries = create<Record<number, Labels>>(() => ({}))
const asked = new Set<number>()

function load(dictId: number): void {
  if (asked.has(dictId)) return
  asked.add(dictId)
  dictionaryLabels(dictId).then(
    (all) => {
      const named = all.filter(({ code, label }) => String(code) !== label)
      useDictionaries.setState({ [dictId]: new Map(named.map(({ code, label }) => [String(code), label])) })
    },
    // Codes say what they say without names; the next result asks again.
    () => asked.delete(dictId),
  )
}

export function useResultLabels(run: Pick<Run, 'sql' | 'columns' | 'kind'>): ResultLabels {
  const tables = useCatalog((state) => state.tables)
  const dictionaries = useDictionaries()
  const names = JSON.stringify(run.columns)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` stands for the columns, which each answer brings anew
  const ids = useMemo(() => dictionariesOf(run, tables), [run.sql, run.kind, names, tables])
  useEffect(() => {
    for (const id of ids.values()) load(id)
  }, [ids])
  return useMemo(() => labelsBy(ids, dictionaries), [ids, dictionaries])
}

/** As far as they are here. */
export const labelsOfRun = (run: Pick<Run, 'sql' | 'columns' | 'kind'>): ResultLabels =>
  labelsBy(dictionariesOf(run, useCatalog.getState().tables), useDictionaries.getState())

function labelsBy(ids: ReadonlyMap<number, number>, dictionaries: Record<number, Labels>): ResultLabels {
  const found = [...ids].flatMap(([index, id]) => {
    const labels = dictionaries[id]
    return labels && labels.size > 0 ? [[index, labels] as const] : []
  })
  return found.length > 0 ? new Map(found) : none
}

/** Codes whose label holds the text, by column; as many as a question may name. */
export function codesNamed(labels: ResultLabels, text: string): { column: number; values: string[] }[] {
  const typed = text.trim().toLowerCase()
  return [...labels].flatMap(([column, names]) => {
    const values = [...names].filter(([, label]) => label.toLowerCase().includes(typed)).map(([code]) => code)
    return values.length > 0 ? [{ column, values: values.slice(0, 1_000) }] : []
  })
}

/** A column is one of a table's that the statement reads, under its own name or after `as`; one that could be several is none. */
export function dictionariesOf(
  { sql, columns, kind }: Pick<Run, 'sql' | 'columns' | 'kind'>,
  tables: readonly CatalogTable[],
): ReadonlyMap<number, number> {
  if (kind === 'compare' || columns.length === 0 || tables.length === 0) return new Map()
  const words = wordsOf(sql)
  const read = tables.filter(({ name }) => words.all.has(name.toLowerCase()))
  const found = columns.flatMap((column, index): [number, number][] => {
    const title = column.title.toLowerCase()
    const source = words.aliases.get(title) ?? title
    const ids = new Set(read.flatMap((table) => dictionaryOf(table, source, column)))
    const [id] = ids
    return id != null && ids.size === 1 ? [[index, id]] : []
  })
  return new Map(found)
}

/** Null of a column that has none; a table without such a column says nothing. */
function dictionaryOf({ columns }: CatalogTable, name: string, column: ResultColumn): (number | null)[] {
  return columns
    .filter((one) => one.name.toLowerCase() === name)
    .map(({ type, dictId }) => (isFigure(column) === /INT|DECIMAL|FLOAT|DOUBLE/i.test(type) ? dictId : null))
}

function wordsOf(sql: string): { all: Set<string>; aliases: Map<string, string> } {
  const head = sql.slice(0, longestRead)
  const tokens = tokenize(head).filter(({ kind }) => kind !== 'space' && kind !== 'comment')
  const textOf = (token: Token | undefined) => {
    const text = token ? head.slice(token.start, token.end).toLowerCase() : ''
    return token?.kind === 'quoted' ? text.slice(1, -1).replaceAll('""', '"') : text
  }
  const isName = (token: Token | undefined) => token?.kind === 'word' || token?.kind === 'quoted'
  const aliases = new Map<string, string>()
  for (const [at, token] of tokens.entries()) {
    const [source, alias] = [tokens[at - 1], tokens[at + 1]]
    if (token.kind === 'word' && textOf(token) === 'as' && isName(alias)) {
      // What is computed has no name of its own.
      aliases.set(textOf(alias), isName(source) && textOf(source) !== 'end' ? textOf(source) : '')
    }
  }
  return { all: new Set(tokens.filter(isName).map(textOf)), aliases }
}
