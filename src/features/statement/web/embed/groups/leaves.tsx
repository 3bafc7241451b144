// Conditions on an embed's dimensions: the shared values, with their labels.

import type { ReportFilter } from '#semantic/model/types.ts'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import type { LeafControl as Control, Leaves } from '#web/pick/groups/GroupEditor.tsx'
import { type OfferedValues, ValueChoice } from '#web/pick/ValueChoice.tsx'
import type { ReportTableColumn } from '#features/statement/contract.ts'
import { DaysFilter } from '#features/statement/web/filters/DaysFilter.tsx'
import { filterText } from '#features/statement/web/filters/filters.ts'
import { TextFilter } from '#features/statement/web/filters/TextFilter.tsx'
import { emptyWord } from '#features/statement/web/formats.ts'
import { dimensionOf, isDays, namesOf, offeredColumns, offeredValues } from '../offered.ts'
import type { EmbedFigures } from '../useEmbed.ts'

const mostValues = 300

/** Only on dimensions: readers can't filter by figures. */
export const leavesOf = (offered: EmbedFigures): Leaves<ReportFilter> => ({
  subjects: offeredColumns(offered).map(({ key, title }) => ({ key, title, pinyin: '' })),
  looksFor: '维度',
  begin: (key) => ({ dim: Number(key.slice(1)), op: 'in', values: [] }),
  control: (filter, own) => <LeafControl filter={filter} offered={offered} {...own} />,
})

interface Props extends Control<ReportFilter> {
  filter: ReportFilter
  offered: EmbedFigures
}

const columnOf = ({ table }: EmbedFigures, { dim }: ReportFilter): ReportTableColumn | undefined =>
  table.columns.find((column) => column.kind === 'dimension' && dimensionOf(column) === dim)

const titleOf = (column: ReportTableColumn | undefined, { dim }: ReportFilter): string =>
  column?.title ?? `维度 ${dim}`

function textOf(offered: EmbedFigures, filter: ReportFilter): string {
  const column = columnOf(offered, filter)
  return filterText(filter, column && namesOf(offered, column))
}

/** 渠道 iOS、华为. */
export const subjectText = (offered: EmbedFigures, filter: ReportFilter): string =>
  `${titleOf(columnOf(offered, filter), filter)} ${textOf(offered, filter)}`

export function LeafControl({ filter, offered, isOpen, onOpen, onChange, onRemove }: Props) {
  const column = columnOf(offered, filter)
  const name = titleOf(column, filter)
  const shared = {
    filter,
    onChange: (choice: Pick<ReportFilter, 'op' | 'values'>) => onChange({ ...filter, ...choice }),
    onDone: () => onOpen(false),
  }
  return (
    <FilterButton
      label={name}
      value={textOf(offered, filter)}
      isOpen={isOpen}
      onOpen={onOpen}
      className={filter.values.length > 0 ? 'filter-set' : ''}
      onRemove={onRemove}
    >
      {column && isDays(column) ? (
        <DaysFilter name={name} {...shared} />
      ) : column && (filter.op === 'in' || filter.op === 'notIn') ? (
        <Values column={column} offered={offered} name={name} {...shared} />
      ) : (
        <TextFilter
          name={name}
          figures={column?.type === 'number' || column?.type === 'integer'}
          {...shared}
        />
      )}
    </FilterButton>
  )
}

interface ValuesProps {
  column: ReportTableColumn
  offered: EmbedFigures
  name: string
  filter: ReportFilter
  onChange: (choice: Pick<ReportFilter, 'op' | 'values'>) => void
  onDone: () => void
}

function Values({ column, offered, name, filter, onChange, onDone }: ValuesProps) {
  const find = (like: string): OfferedValues => {
    const nameOf = namesOf(offered, column)
    const words = like.trim().toLowerCase()
    // Chosen values are shown even where no row has them.
    const found = [...new Set([...filter.values, ...offeredValues(offered, column)])].filter((value) =>
      nameOf(value).toLowerCase().includes(words),
    )
    const options = found
      .slice(0, mostValues)
      .map((value) => ({ value: value === null ? null : String(value), label: nameOf(value) }))
    return { options, more: found.length > mostValues }
  }
  return (
    <ValueChoice
      name={name}
      known={find('')}
      read={async (like) => find(like)}
      single={false}
      blank={emptyWord}
      chosen={{ op: filter.op === 'notIn' ? 'notIn' : 'in', values: filter.values }}
      onChange={onChange}
      onDone={onDone}
    />
  )
}
