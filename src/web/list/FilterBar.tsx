// A list's search field and filters, whose values are part of the address.
import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { Cross, Search } from '@blueprintjs/icons'
import { type KeyboardEvent, memo, type ReactNode, useCallback } from 'react'
import { KeyHint } from '../shell/keys/KeyHint.tsx'
import { DayField } from '../ui/day/DayField.tsx'
import { changeAddress, isNarrowed, type ListAddress, readAddress } from './address.ts'
import type { ListState } from './defineList.ts'
import type { ListWork } from './ListWork.ts'
import { SeveralFilter } from './SeveralFilter.tsx'
import type { FilterOption, ListFilter } from './types.ts'

/** A constant: a new element would make the field measure the page's layout. */
const searchKey = <KeyHint command="list.search" />

interface Props<Row extends object> {
  work: ListWork<Row>
  address: ListAddress
  state: ListState<Row>
  children?: ReactNode
}

export function FilterBar<Row extends object>({ work, address, state, children }: Props<Row>) {
  const { declaration } = work.list
  const { filters = [], searchHint, title } = declaration
  const change = useCallback(
    (key: string, value: string) => {
      const { [key]: _, ...others } = readAddress(declaration).filters
      const changed = value === '' ? others : { ...others, [key]: value }
      changeAddress(declaration, { filters: changed }, { step: true })
    },
    [declaration],
  )
  return (
    <div
      className="list-conditions"
      ref={(bar) => {
        work.filterBar = bar
      }}
    >
      <InputGroup
        className="list-search"
        type="search"
        inputRef={(field: HTMLInputElement | null) => {
          work.searchField = field
        }}
        leftIcon={<Search size={14} />}
        placeholder={searchHint}
        aria-label={`查找${title}`}
        value={address.text}
        rightElement={address.text === '' ? searchKey : undefined}
        onChange={(event) => changeAddress(declaration, { text: event.currentTarget.value })}
        onKeyDown={(event) => leaveField(event, work)}
      />
      {filters.map((filter) => (
        <Filter
          key={filter.key}
          filter={filter}
          value={address.filters[filter.key] ?? ''}
          state={state}
          onChange={change}
        />
      ))}
      {isNarrowed(address) && filters.length > 0 && (
        <Button variant="minimal" size="small" text="清除条件" onClick={() => work.clear()} />
      )}
      {children}
    </div>
  )
}

/** The arrow moves into the rows; Enter opens the active row, or the first match. */
function leaveField<Row extends object>(event: KeyboardEvent, work: ListWork<Row>): void {
  if (event.nativeEvent.isComposing) return
  if (event.key === 'ArrowDown') {
    event.preventDefault()
    work.enterTable()
  }
  if (event.key === 'Enter') work.open()
}

interface FilterProps<Row> {
  filter: ListFilter<Row>
  value: string
  /** Options are recomputed when rows are loaded. */
  state: ListState<Row>
  onChange: (key: string, value: string) => void
}

/** Rendered for changed values and loaded rows, not for each letter of a search. */
const Filter = memo(OneFilter) as typeof OneFilter

function OneFilter<Row>({ filter, value, state, onChange: change }: FilterProps<Row>) {
  const { title } = filter
  const { rows } = state
  const onChange = (next: string) => change(filter.key, next)
  switch (filter.kind) {
    case 'select':
      return (
        <OneOf title={title} value={value} options={optionsOf(filter.options, rows)} onChange={onChange} />
      )
    case 'yesNo': {
      const options = [
        { value: '1', title: filter.yes ?? `${title}：是` },
        { value: '0', title: filter.no ?? `${title}：否` },
      ]
      return <OneOf title={title} value={value} options={options} onChange={onChange} />
    }
    case 'several':
      return (
        <SeveralFilter
          title={title}
          value={value}
          options={optionsOf(filter.options, rows)}
          onChange={onChange}
        />
      )
    case 'dates':
      return <Dates title={title} value={value} onChange={onChange} />
    case 'chip':
      return value === '' ? null : (
        <button type="button" className="list-condition" title="移除此条件" onClick={() => onChange('')}>
          <span>
            {title} {filter.text?.(value) ?? value}
          </span>
          <Cross size={12} />
        </button>
      )
  }
}

const optionsOf = <Row,>(
  options: readonly FilterOption[] | ((rows: readonly Row[]) => readonly FilterOption[]),
  rows: readonly Row[],
): readonly FilterOption[] => (typeof options === 'function' ? options(rows) : options)

interface OneOfProps {
  title: string
  value: string
  options: readonly FilterOption[]
  onChange: (value: string) => void
}

function OneOf({ title, value, options, onChange }: OneOfProps) {
  // A value from an old link that no row has is still shown, to explain why nothing is found.
  const isKnown = value === '' || options.some((option) => option.value === value)
  const all = isKnown ? options : [...options, { value, title: value }]
  return (
    <HTMLSelect
      className={value === '' ? 'list-filter' : 'list-filter list-filter-set'}
      aria-label={title}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      options={[
        { value: '', label: `全部${title}` },
        ...all.map((one) => ({ value: one.value, label: one.title })),
      ]}
    />
  )
}

function Dates({ title, value, onChange }: Pick<OneOfProps, 'title' | 'value' | 'onChange'>) {
  const [from = '', to = ''] = value.split('..')
  const change = (next: string, end: string) => onChange(next === '' && end === '' ? '' : `${next}..${end}`)
  return (
    <fieldset className="list-filter list-dates">
      <legend className="visually-hidden">{title}</legend>
      <span aria-hidden="true">{title}</span>
      <DayField label={`${title}从`} value={from} max={to} onChange={(day) => change(day, to)} />
      <span aria-hidden="true">至</span>
      <DayField label={`${title}到`} value={to} min={from} onChange={(day) => change(from, day)} />
    </fieldset>
  )
}
