// Labels of the fixed rows.
import { useCallback } from 'react'
import { dimensionAlong } from '#semantic/model/calculation/words.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { useValueNames } from '../report/filterBar/useValueNames.ts'
import type { QueryParams } from '../report/store.ts'
import { type Draft, namesFor } from './offers.ts'

export type BaseNames = (value: string, asked: Pick<Draft, 'along'>) => string

/** Loads dictionaries of the dimensions of the drafts' fixed rows. */
export function useBaseNames(
  info: ReportInfo,
  params: QueryParams | null,
  drafts: readonly Draft[],
): BaseNames {
  const date = namesFor(info, params).date?.dimension.id
  const along = drafts.flatMap((draft) =>
    typeof draft.base === 'object' ? (dimensionAlong(draft, info.dims, date) ?? []) : [],
  )
  const nameOf = useValueNames(params, along)
  return useCallback(
    (value, asked) => {
      const id = dimensionAlong(asked, info.dims, date)
      const dimension = params?.dimensions.find((one) => one.id === id)
      return dimension ? nameOf(dimension, value) : value
    },
    [params, nameOf, info.dims, date],
  )
}
