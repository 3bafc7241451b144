// Tables and functions for the editor's completion, loaded when the editor opens.
import { useEffect, useState } from 'react'
import { call, failureOf } from '#web/api/client.ts'
import type { SqlCatalog } from '#web/editor/types.ts'
import { showMessage } from '#web/shell/message.ts'
import type { getOdpsTables, getSqlFunctions } from '#features/code/contract.ts'

export function useCatalog(
  tablesCall: typeof getOdpsTables,
  functionsCall: typeof getSqlFunctions,
): SqlCatalog | null {
  const [catalog, setCatalog] = useState<SqlCatalog | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const quietly = { quiet: true, loading: null, signal: leaving.signal } as const
    Promise.all([call(tablesCall, {}, quietly), call(functionsCall, {}, quietly)]).then(
      ([tables, functions]) => setCatalog({ tables, functions, temporary: [], dictionary: async () => [] }),
      (error: unknown) => {
        const { aborted, shown } = failureOf(error)
        if (aborted) return
        showMessage({
          message: '表和函数读取失败，暂时只补全关键字',
          detail: shown.message,
          intent: 'warning',
        })
      },
    )
    return () => leaving.abort()
  }, [tablesCall, functionsCall])
  return catalog
}
