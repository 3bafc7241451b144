// What can be queried: tables, functions, temporary tables. The side shows them, the editor completes by them.
import { useMemo } from 'react'
import { create } from 'zustand'
import { isPassing } from '../../../../shared/passing.ts'
import { type CallError, call, failureOf } from '../../../../web/api/client.ts'
import { cachedDictionaries, type DictionaryLabel, labelsOf } from '../../../../web/api/dictionaryCache.ts'
import { latestOf } from '../../../../web/api/latest.ts'
import type { SqlCatalog, SqlTemporaryTable } from '../../../../web/editor/types.ts'
import { showMessage } from '../../../../web/shell/message.ts'
import {
  anaDictListsByDictId,
  type Dictionary,
  type DictionarySummary,
  simplelist,
} from '../../../dictionary/contract.ts'
import {
  type CatalogTable,
  getOdpsTables,
  getSqlFunctions,
  type SqlFunction,
  type TemporaryTable,
  tmpTableList,
} from '../../contract.ts'
import { useSnippets } from './snippets/store.ts'

type Status = 'idle' | 'loading' | 'ready' | 'failed'

interface CatalogState {
  status: Status
  failure: CallError | null
  tables: CatalogTable[]
  functions: SqlFunction[]
  temporaryStatus: Status
  temporaryFailure: CallError | null
  temporary: TemporaryTable[]
  /** Dictionaries, which SQL joins as `dict.name`. */
  dictionaries: SqlTemporaryTable[]
  /** Of the temporary tables, in bytes. */
  used: number
  quota: number
}

const start: CatalogState = {
  status: 'idle',
  failure: null,
  tables: [],
  functions: [],
  temporaryStatus: 'idle',
  temporaryFailure: null,
  temporary: [],
  dictionaries: [],
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

/** The side says it as well, but it may be folded, show something else, or still what it had. */
function tell(message: string, error: unknown, again: () => Promise<void>): CallError {
  const failure = failureOf(error)
  if (failure.status !== 203 && !failure.aborted)
    showMessage({
      message,
      detail: failure.shown.message,
      intent: 'warning',
      ...(isPassing(failure) && { action: { text: '重试', onClick: () => void again() } }),
    })
  return failure
}

/** Reads tables and functions (again); what is there stays in view meanwhile. */
export async function loadCatalog(): Promise<void> {
  const isLatest = readsOfTables.begin()
  useCatalog.setState({ status: 'loading' })
  try {
    const [tables, functions, dictionaries] = await Promise.all([
      call(getOdpsTables, undefined, quietly),
      // Without the functions the editor completes less; the tables are what matters.
      call(getSqlFunctions, undefined, quietly).catch((error: unknown) => {
        tell('函数没有加载，暂时补全不了', error, loadCatalog)
        return useCatalog.getState().functions
      }),
      call(simplelist, undefined, quietly).then(
        (all) => all.map(dictionaryTable),
        // They are few, and known by name: without them the rest is completed all the same.
        () => useCatalog.getState().dictionaries,
      ),
    ])
    if (isLatest()) useCatalog.setState({ status: 'ready', failure: null, tables, functions, dictionaries })
  } catch (error) {
    if (!isLatest()) return
    useCatalog.setState({ status: 'failed', failure: tell('表没有加载，暂时补全不了', error, loadCatalog) })
  }
}

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
    const temporaryFailure = tell('临时表没有加载，暂时补全不了', error, loadTemporary)
    useCatalog.setState({ temporaryStatus: 'failed', temporaryFailure })
  }
}

const fetchMissing = (ids: number[]) => call(anaDictListsByDictId, { body: ids }, quietly)

export async function dictionaryLabels(dictId: number): Promise<DictionaryLabel[]> {
  const [dictionary] = await cachedDictionaries<Dictionary>([dictId], fetchMissing)
  return dictionary ? labelsOf(dictionary) : []
}

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
