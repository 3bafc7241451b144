// Labels beside codes: which dictionary a result's column has, from the tables and columns in its statement.
import { useMemo } from 'react'
import { create } from 'zustand'
import { pendingLabel } from '#shared/labels.ts'
import { dictionariesOf } from '#shared/sql/columnDictionaries.ts'
import { codesShown } from '#web/ui/dictionary/codesShown.ts'
import { useSecondary } from '#web/ui/missing/useSecondary.ts'
import type { Run } from '#features/code/contract.ts'
import { dictionaryLabels, useCatalog } from '#features/code/web/query/catalog.ts'

/** Label by code. */
export type Labels = ReadonlyMap<string, string>
/** By column index. */
export type ResultLabels = ReadonlyMap<number, Labels>

const none: ResultLabels = new Map()
const unnamed: Labels = new Map()

/** Labels that are still loading: a placeholder stands in the place of each name. */
class PendingLabels extends Map<string, string> {
  override get(): string {
    return pendingLabel
  }
}
const pending: Labels = new PendingLabels()
export const arePending = (labels: Labels | undefined): boolean => labels === pending

const useDictionaries = create<Record<number, Labels>>(() => ({}))
const asked = new Map<number, Promise<void>>()

/** Loads a dictionary once; a failed one is asked for again. */
function load(dictId: number): Promise<void> {
  const loading =
    asked.get(dictId) ??
    dictionaryLabels(dictId).then((all) => {
      const named = all.filter(({ code, label }) => String(code) !== label)
      useDictionaries.setState({ [dictId]: new Map(named.map(({ code, label }) => [String(code), label])) })
    })
  asked.set(dictId, loading)
  loading.catch(() => {
    asked.delete(dictId)
    // Until they are asked for again, codes stand alone.
    if (!useDictionaries.getState()[dictId]) useDictionaries.setState({ [dictId]: unnamed })
  })
  return loading
}

export function useResultLabels(run: Pick<Run, 'sql' | 'columns' | 'kind'>): ResultLabels {
  const tables = useCatalog((state) => state.tables)
  const dictionaries = useDictionaries()
  const names = JSON.stringify(run.columns)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` stands for the columns, which each answer brings anew
  const ids = useMemo(() => dictionariesOf(run, tables), [run.sql, run.kind, names, tables])
  const dictIds = [...new Set(ids.values())]
  useSecondary(codesShown, () => Promise.all(dictIds.map(load)), dictIds.join(','))
  return useMemo(() => labelsBy(ids, dictionaries, pending), [ids, dictionaries])
}

/** The labels loaded so far. */
export const labelsOfRun = (run: Pick<Run, 'sql' | 'columns' | 'kind'>): ResultLabels =>
  labelsBy(dictionariesOf(run, useCatalog.getState().tables), useDictionaries.getState())

function labelsBy(
  ids: ReadonlyMap<number, number>,
  dictionaries: Record<number, Labels>,
  missing: Labels = unnamed,
): ResultLabels {
  const found = [...ids].flatMap(([index, id]) => {
    const labels = dictionaries[id] ?? missing
    return labels.size > 0 || labels === pending ? [[index, labels] as const] : []
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
