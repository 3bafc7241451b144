// Chooses values of a dimension of the report.

import type { ReportFilter } from '#semantic/model/types.ts'
import { ValueChoice } from '#web/pick/ValueChoice.tsx'
import type { QueryDimension } from '#features/statement/contract.ts'
import { emptyWord } from '../formats.ts'
import { loadOptions } from '../report/asking/loading.ts'

type Choice = Pick<ReportFilter, 'op' | 'values'>

interface Props {
  dimension: QueryDimension
  filter: Choice | undefined
  nameOf: (value: string) => string
  onChange: (choice: Choice) => void
  onDone: () => void
}

export function ValueFilter({ dimension, filter, nameOf, onChange, onDone }: Props) {
  const { id, name, options, moreOptions, formType } = dimension
  return (
    <ValueChoice
      key={id}
      name={name}
      known={options && { options, more: moreOptions }}
      read={(like, signal) => loadOptions(id, like, signal)}
      single={formType === 'select'}
      blank={emptyWord}
      chosen={{ op: filter?.op === 'notIn' ? 'notIn' : 'in', values: filter?.values ?? [] }}
      nameOf={nameOf}
      onChange={onChange}
      onDone={onDone}
    />
  )
}
