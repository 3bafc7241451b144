// What the rows are called that calculations are set against.
import { useCallback, useMemo } from 'react'
import { dimensionAlong } from '../../../../semantic/model/calculation/words.ts'
import type { ReportInfo } from '../../../../semantic/model/types.ts'
import { useValueNames } from '../../../../web/ui/dictionary/useValueNames.ts'
import type { QueryParams } from '../report/store.ts'
import { fetchDictionaries } from '../report/useDictionaryLabels.ts'
import { type Draft, namesFor } from './offers.ts'

export type BaseNames = (value: string, asked: Pick<Draft, 'along'>) => string

/** Dictionaries are read of the dimensions along which the drafts' fixed rows stand. */
export function useBaseNames(
  info: ReportInfo,
  params: QueryParams | null,
  drafts: readonly Draft[],
): BaseNames {
  const date = namesFor(info, params).date?.dimension.id
  const along = drafts.flatMap((draft) =>
    typeof draft.base === 'object' ? (dimensionAlong(draft, info.dims, date) ?? []) : [],
  )
  const wanted = [...new Set(along)].join(',')
  const dimensions = useMemo(() => {
    const ids = wanted.split(',')
    return (params?.dimensions ?? []).filter(({ id }) => ids.includes(String(id)))
  }, [params, wanted])
  const nameOf = useValueNames(dimensions, fetchDictionaries)
  return useCallback(
    (value, asked) => {
      const id = dimensionAlong(asked, info.dims, date)
      const dimension = dimensions.find((one) => one.id === id)
      return dimension ? nameOf(dimension, value) : value
    },
    [dimensions, nameOf, info.dims, date],
  )
}
