// Names of filter values: the user's games, dictionaries, options that came along.
import { useCallback, useMemo } from 'react'
import { useSession } from '../../../../web/shell/session.ts'
import type { QueryDimension } from '../../contract.ts'
import { emptyWord } from '../formats.ts'
import type { QueryParams } from './store.ts'
import { useDictionaryLabels } from './useDictionaryLabels.ts'

export function useValueNames(
  params: QueryParams | null,
): (dimension: QueryDimension, value: string) => string {
  const games = useSession(({ roleData }) => roleData?.games)
  const dictIds = useMemo(
    () =>
      (params?.dimensions ?? []).flatMap(({ dictId, options }) =>
        dictId !== null && options ? [dictId] : [],
      ),
    [params],
  )
  const labels = useDictionaryLabels(dictIds)
  return useCallback(
    (dimension, value) => {
      const option = dimension.options?.find((one) => one.value === value)
      if (option) return option.label || emptyWord
      if (dimension.types === 'game') return games?.find(({ cgi }) => cgi === value)?.name ?? value
      return (dimension.dictId !== null && labels(dimension.dictId, value)) || value
    },
    [games, labels],
  )
}
