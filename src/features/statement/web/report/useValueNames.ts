// Names of filter values.
import { useMemo } from 'react'
import { type NameOf, useValueNames as namesBy } from '../../../../web/ui/dictionary/useValueNames.ts'
import type { QueryParams } from './store.ts'
import { fetchDictionaries } from './useDictionaryLabels.ts'

/** Dictionaries of dimensions whose values came along. */
export function useValueNames(params: QueryParams | null): NameOf {
  const dimensions = useMemo(() => (params?.dimensions ?? []).filter(({ options }) => options), [params])
  return namesBy(dimensions, fetchDictionaries)
}
