// Names of dimensions' values: from their options, from the user's games, or from dictionaries.
import { useCallback, useMemo } from 'react'
import { toldApart } from '#shared/labels.ts'
import { useSession } from '#web/shell/session.ts'
import { type FetchDictionaries, useDictionaryLabels } from './useDictionaryLabels.ts'

type Options = readonly { value: string | null; label: string }[]

interface NamedDimension {
  types: string
  dictId: number | null
  options?: Options | null
}

/** A value without a name is returned unchanged. */
export type NameOf = (dimension: NamedDimension, value: string) => string

const labelsOf = new WeakMap<Options, ReadonlyMap<string | null, string>>()

function labelIn(options: Options, value: string): string | undefined {
  const labels = labelsOf.get(options) ?? new Map(options.map((one) => [one.value, one.label]))
  labelsOf.set(options, labels)
  return labels.get(value)
}

/** Loads the dictionaries of the given dimensions; until then their values are a placeholder. */
export function useValueNames(
  dimensions: readonly NamedDimension[],
  fetchMissing: FetchDictionaries,
): NameOf {
  const games = useSession(({ roleData }) => roleData?.games)
  const dictIds = useMemo(
    () => dimensions.flatMap(({ types, dictId }) => (types === 'game' ? [] : (dictId ?? []))),
    [dimensions],
  )
  const labels = useDictionaryLabels(dictIds, fetchMissing, { alone: true })
  const gameNames = useMemo(() => toldApart(new Map(games?.map(({ cgi, name }) => [cgi, name]))), [games])
  return useCallback(
    ({ types, dictId, options }, value) => {
      const label = options && labelIn(options, value)
      if (label) return label
      if (types === 'game') return gameNames.get(value) ?? value
      return (dictId !== null && labels(dictId, value)) || value
    },
    [gameNames, labels],
  )
}
