// The statement that would run now, computed shortly after text, cursor or tab changes.
import { useEffect, useState } from 'react'
import { useActiveDocument, useDocuments } from '../documents/store.ts'
import { presentTarget } from '../editing.ts'

/** In milliseconds: typing has priority. */
const pauseMs = 120

export function useTargetSql(): string {
  const document = useActiveDocument()
  const cursor = useDocuments((state) => state.cursor)
  const [sql, setSql] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: text and cursor are what the statement follows from.
  useEffect(() => {
    const timer = setTimeout(() => setSql(presentTarget()?.sql ?? ''), pauseMs)
    return () => clearTimeout(timer)
  }, [document?.id, document?.text, cursor])
  return sql
}
