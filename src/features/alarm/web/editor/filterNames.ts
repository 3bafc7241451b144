// Labels of filter values: from dictionaries, games, and loaded options.
import { useCallback, useMemo, useState } from 'react'
import { isOfValues, leavesOf } from '#semantic/model/conditions.ts'
import type { ReportCondition } from '#semantic/model/types.ts'
import { call, quiet } from '#web/api/client.ts'
import { type OfferedValues, type ValueOption, withKnown } from '#web/pick/ValueChoice.tsx'
import { codesShown } from '#web/ui/dictionary/codesShown.ts'
import { useValueNames } from '#web/ui/dictionary/useValueNames.ts'
import { useSecondary } from '#web/ui/missing/useSecondary.ts'
import type { AlarmOptions, AlarmRule } from '#features/alarm/contract.ts'
import { anaDictListsByDictId } from '#features/dictionary/contract.ts'
import { getReportQueryParam } from '#features/statement/contract.ts'

const fetchDictionaries = (ids: number[]) => call(anaDictListsByDictId, { body: ids }, quiet)

export interface FilterNames {
  nameOf: (value: string, dim: number | undefined) => string
  /** Loads the values of a dimension; their labels are known afterwards. */
  read: (dim: number, like: string, signal: AbortSignal) => Promise<OfferedValues>
}

/** Whether its values are chosen from a list. */
export const isChosen = (formType: string): boolean => formType === 'select' || formType === 'multiSelect'

const dimsNamed = (filters: readonly ReportCondition[]): number[] =>
  leavesOf(filters).flatMap(({ dim, op, values }) => (isOfValues(op) && values.length > 0 ? (dim ?? []) : []))

export function useFilterNames({ watch }: AlarmRule, { dims }: AlarmOptions): FilterNames {
  const { points, filters = [] } = watch
  const [offered, setOffered] = useState<ReadonlyMap<number, readonly ValueOption[]>>(new Map())
  const asked = points.join(',')
  const read: FilterNames['read'] = useCallback(
    async (dim, like, signal) => {
      const query = { points: asked, options: String(dim), ...(like !== '' && { like }) }
      const question = { params: { reportId: 0 }, query }
      const { dimensions } = await call(getReportQueryParam, question, { ...quiet, signal })
      const found = dimensions.find(({ id }) => id === dim)
      const options = found?.options ?? []
      setOffered((before) => new Map(before).set(dim, withKnown(options, before.get(dim))))
      return { options, more: found?.moreOptions ?? false }
    },
    [asked],
  )
  const chosen = [...new Set(dimsNamed(filters))].sort((one, other) => one - other).join(',')
  const named = useMemo(() => {
    const ids = new Set([...chosen.split(',').map(Number), ...offered.keys()])
    return new Map(
      dims
        .filter(({ id }) => ids.has(id))
        .map((dim) => [dim.id, { ...dim, options: offered.get(dim.id) ?? null }]),
    )
  }, [dims, chosen, offered])
  // The names of what was chosen before it was opened, once. Without labels, values are shown as they are.
  useSecondary(codesShown, (signal) => {
    const listed = [...named.values()].filter(({ formType }) => isChosen(formType))
    return Promise.all(listed.map(({ id }) => read(id, '', signal)))
  })
  const names = useValueNames(
    useMemo(() => [...named.values()], [named]),
    fetchDictionaries,
  )
  const nameOf: FilterNames['nameOf'] = useCallback(
    (value, dim) => {
      const dimension = named.get(dim ?? 0)
      return dimension ? names(dimension, value) : value
    },
    [named, names],
  )
  return { nameOf, read }
}
