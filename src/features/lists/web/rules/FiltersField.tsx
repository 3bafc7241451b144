// The form field for the fact rows that a rule counts.

import type { DrawnProps } from '#web/form/types.ts'
import { type DimensionFilter, DimensionFilters } from '#web/pick/values/DimensionFilters.tsx'
import type { RuleCondition } from '#features/lists/contract.ts'

type RuleFilter = NonNullable<RuleCondition['filters']>[number]

/** Form fields hold texts, one for each condition. */
export const filtersTexts = (filters: readonly DimensionFilter[]): readonly string[] =>
  filters.map(({ dim, values }) => JSON.stringify([dim, values]))

export const filtersOfTexts = (texts: readonly string[]): RuleFilter[] =>
  texts.map((text) => {
    const [dim, values] = JSON.parse(text) as [number, string[]]
    return { dim, values }
  })

export const FiltersField = (dims: readonly { id: number; name: string }[]) =>
  function RuleFilters({ id, label, value, describedBy, onChange, onBlur }: DrawnProps) {
    return (
      <DimensionFilters
        id={id}
        label={label}
        filters={filtersOfTexts(Array.isArray(value) ? (value as readonly string[]) : [])}
        dims={dims}
        describedBy={describedBy}
        onChange={(filters) => onChange(filtersTexts(filters))}
        onBlur={onBlur}
      />
    )
  }
