// Names of the categories of dimensions and points, read once a session.
import { useEffect, useMemo, useState } from 'react'
import type { Category } from '../../../../semantic/model/types.ts'
import { call } from '../../../../web/api/client.ts'
import { getAnaDimOrPointType } from '../../../config/contract.ts'

let asked: Promise<Category[]> | undefined

export function useCategories(of: Category['kind']): Category[] {
  const [categories, setCategories] = useState<Category[]>([])
  useEffect(() => {
    asked ??= call(getAnaDimOrPointType, {}, { quiet: true, loading: null })
    asked.then(setCategories, () => {
      // Without names the pickers show one list; the next opening asks again.
      asked = undefined
    })
  }, [])
  return useMemo(() => categories.filter(({ kind }) => kind === of), [categories, of])
}
