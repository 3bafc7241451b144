// Names of the categories of dimensions and points, loaded once per session.
import { useEffect, useMemo, useState } from 'react'
import type { Category } from '#semantic/model/types.ts'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { useMissing } from '#web/ui/missing/notes.ts'
import { getAnaDimOrPointType } from '#features/config/contract.ts'

let asked: Promise<Category[]> | undefined

export function useCategories(of: Category['kind']): Category[] {
  const [categories, setCategories] = useState<Category[]>([])
  const [failure, setFailure] = useState<CallError | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew.
  useEffect(() => {
    setFailure(null)
    asked ??= call(getAnaDimOrPointType, {}, { quiet: true, loading: null })
    asked.then(setCategories, (error: unknown) => {
      asked = undefined
      setFailure(failureOf(error))
    })
  }, [attempt])
  useMissing('分类读取失败，维度和指标暂时不分类', failure, () => setAttempt((times) => times + 1))
  return useMemo(() => categories.filter(({ kind }) => kind === of), [categories, of])
}
