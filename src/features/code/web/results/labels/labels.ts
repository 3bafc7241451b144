// Labels beside codes: which dictionary a result's column has, from the tables and columns in its statement.
import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { dictionariesOf } from '#shared/sql/columnDictionaries.ts'
import type { Run } from '#features/code/contract.ts'
import { dictionaryLabels, useCatalog } from '#features/code/web/query/catalog.ts'

/** Label by code. */
export type Labels = ReadonlyMap<string, string>
/** By column index. */
export type ResultLabels = ReadonlyMap<number, Labels>

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
    // After a failure codes stay unlabelled; the next result asks again.
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

/** The labels loaded so far. */
export const labelsOfRun = (run: Pick<Run, 'sql' | 'columns' | 'kind'>): ResultLabels =>
  labelsBy(dictionariesOf(run, useCatalog.getState().tables), useDictionaries.getState())

function labelsBy(ids: ReadonlyMap<number, number>, dictionaries: Record<number, Labels>): ResultLabels {
  const found = [...ids].flatMap(([index, id]) => {
    const labels = dictionaries[id]
    return labels && labels.size > 0 ? [[index, labels] as const] : []
  })
  return found.length > 0 ? new Map(found) : none
}

/** Codes whose label contains the text, by column; limited to what a call accepts. */
export function codesNamed(labels: ResultLabels, text: string): { column: number; values: string[] }[] {
  const typed = text.trim().toLowerCase()
  return [...labels].flatMap(([column, names]) => {
    const values = [...names].filter(([, label]) => label.toLowerCase().includes(typed)).map(([code]) => code)
    return values.length > 0 ? [{ column, values: values.slice(0, 1_000) }] : []
  })
}
