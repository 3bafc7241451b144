// The value of a fixed row: a value of its dimension, by label; a date is typed.
import { FormGroup, InputGroup } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { emptyText, emptyWord } from '#semantic/model/valueText.ts'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import { ValueChoice } from '#web/pick/ValueChoice.tsx'
import type { QueryDimension } from '#features/statement/contract.ts'
import { loadOptions } from '../report/asking/loading.ts'

interface ValueProps {
  dimension: QueryDimension
  value: string | number | null
  nameOf: (value: string) => string
  onChange: (value: string | null) => void
}

/** One of the dimension's values, by label. */
export function BaseValue({ dimension, value, nameOf, onChange }: ValueProps) {
  const [isOpen, setOpen] = useState(false)
  const text = value === null ? emptyText : value === '' ? emptyWord : nameOf(String(value))
  return (
    <FormGroup label="值">
      <FilterButton label="" name="值" value={text} valueText={text} isOpen={isOpen} onOpen={setOpen}>
        <ValueChoice
          key={dimension.id}
          name={dimension.name}
          known={null}
          read={(like, signal) => loadOptions(dimension.id, like, signal)}
          single
          bare
          blank={emptyWord}
          chosen={{ op: 'in', values: [value] }}
          nameOf={nameOf}
          onChange={({ values: [next] }) =>
            next !== undefined && onChange(next === null ? null : String(next))
          }
          onDone={() => setOpen(false)}
        />
      </FilterButton>
    </FormGroup>
  )
}

interface TypedProps {
  value: string
  known: readonly string[]
  onChange: (value: string) => void
}

export function TypedValue({ value, known, onChange }: TypedProps) {
  const [id, list] = [useId(), useId()]
  return (
    <FormGroup label="值" labelFor={id}>
      <InputGroup
        id={id}
        size="small"
        list={list}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={list}>
        {known.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </FormGroup>
  )
}
