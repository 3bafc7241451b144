// What can be queried: tables, functions, temporary tables. For the side list and the editor's completion.
import { useMemo } from 'react'
import { create } from 'zustand'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { labelsBy } from '#web/api/dictionaries.ts'
import { latestOf } from '#web/api/latest.ts'
import type { SqlCatalog, SqlTemporaryTable } from '#web/editor/types.ts'
import {
  type CatalogTable,
  getOdpsTables,
  getSqlFunctions,
  type SqlFunction,
  type TemporaryTable,
  tmpTableList,
} from '#features/code/contract.ts'
import { anaDictListsByDictId, type DictionarySummary, simplelist } from '#features/dictionary/contract.ts'
import { useSnippets } from './snippets/store.ts'

type Status = 'idle' | 'loading' | 'ready' | 'failed'

interface CatalogState {
  status: Status
  failure: CallError | null
  tables: CatalogTable[]
  functions: SqlFunction[]
  functionsFailure: CallError | null
  temporaryStatus: Status
  temporaryFailure: CallError | null
  temporary: TemporaryTable[]
  /** Dictionaries, which SQL joins as `dict.name`. */
  dictionaries: SqlTemporaryTable[]
  dictionariesFailure: CallError | null
  /** Bytes of the temporary tables. */
  used: number
  quota: number
}

const start: CatalogState = {
  status: 'idle',
  failure: null,
  tables: [],
  functions: [],
  functionsFailure: null,
  temporaryStatus: 'idle',
  temporaryFailure: null,
  temporary: [],
  dictionaries: [],
  dictionariesFailure: null,
  used: 0,
  quota: 0,
}

export const useCatalog = create<CatalogState>(() => start)

const readsOfTables = latestOf()
const readsOfTemporary = latestOf()

export function resetCatalog(): void {
  readsOfTables.forget()
  readsOfTemporary.forget()
  useCatalog.setState(start)
}

const quietly = { quiet: true, loading: null } as const

/** Loads tables and functions (again); the present ones stay visible meanwhile. */
export async function loadCatalog(): Promise<void> {
  const isLatest = readsOfTables.begin()
  useCatalog.setState({ status: 'loading' })
  try {
    // Only the tables are essential: without functions or dictionaries, completion offers the rest.
    const [tables, functions, dictionaries] = await Promise.all([
      call(getOdpsTables, undefined, quietly),
      readFunctions(),
      readDictionaries(),
    ])
    if (isLatest())
      useCatalog.setState({ status: 'ready', failure: null, tables, ...functions, ...dictionaries })
  } catch (error) {
    if (isLatest()) useCatalog.setState({ status: 'failed', failure: failureOf(error) })
  }
}

type Part = Partial<CatalogState>

const readFunctions = (): Promise<Part> =>
  call(getSqlFunctions, undefined, quietly).then(
    (functions) => ({ functions, functionsFailure: null }),
    (error: unknown) => ({ functionsFailure: failureOf(error) }),
  )

const readDictionaries = (): Promise<Part> =>
  call(simplelist, undefined, quietly).then(
    (all) => ({ dictionaries: all.map(dictionaryTable), dictionariesFailure: null }),
    (error: unknown) => ({ dictionariesFailure: failureOf(error) }),
  )

const dictionaryTable = ({
  name,
  formName,
  attributes,
  rowCount,
  pinyin,
}: DictionarySummary): SqlTemporaryTable => ({
  name: formName,
  schema: 'dict',
  fullName: `dict.${formName}`,
  comment: `字典 ${name}`,
  pinyin,
  rowCount,
  columns: attributes.map((attribute) => ({ name: attribute, type: 'VARCHAR', comment: '' })),
})

export async function loadTemporary(): Promise<void> {
  const isLatest = readsOfTemporary.begin()
  useCatalog.setState({ temporaryStatus: 'loading' })
  try {
    const { tables: temporary, bytes: used, quotaBytes: quota } = await call(tmpTableList, undefined, quietly)
    if (!isLatest()) return
    useCatalog.setState({ temporaryStatus: 'ready', temporaryFailure: null, temporary, used, quota })
  } catch (error) {
    if (!isLatest()) return
    useCatalog.setState({ temporaryStatus: 'failed', temporaryFailure: failureOf(error) })
  }
}

export const dictionaryLabels = labelsBy((ids) => call(anaDictListsByDictId, { body: ids }, quietly))

/** For the editor: the same object until something changes. */
export function useSqlCatalog(): SqlCatalog {
  const tables = useCatalog((state) => state.tables)
  const functions = useCatalog((state) => state.functions)
  const own = useCatalog((state) => state.temporary)
  const dictionaries = useCatalog((state) => state.dictionaries)
  const snippets = useSnippets((state) => state.items)
  return useMemo(
    () => ({
      tables,
      functions,
      temporary: [...own, ...dictionaries],
      snippets,
      dictionary: dictionaryLabels,
    }),
    [tables, functions, own, dictionaries, snippets],
  )
}
