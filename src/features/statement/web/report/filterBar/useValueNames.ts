// Labels of filter values.
import { useMemo } from 'react'
import { type NameOf, useValueNames as namesBy } from '#web/ui/dictionary/useValueNames.ts'
import type { QueryParams } from '../store.ts'
import { fetchDictionaries } from '../table/useDictionaryLabels.ts'

/** `dims`: the dimensions whose values are shown; their dictionaries are loaded. */
export function useValueNames(
  params: Pick<QueryParams, 'dimensions'> | null,
  dims: readonly number[],
): NameOf {
  const wanted = [...new Set(dims)].join(',')
  const dimensions = useMemo(() => {
    const ids = wanted.split(',')
    return (params?.dimensions ?? []).filter(({ id }) => ids.includes(String(id)))
  }, [params, wanted])
  return namesBy(dimensions, fetchDictionaries)
}
