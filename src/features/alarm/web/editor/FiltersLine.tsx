// Which rows of the facts count: conditions on dimensions, each with the control of its form.
import { Button } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import { filterOpTitles } from '../../../../semantic/model/titles.ts'
import type { FilterOp, ReportFilter } from '../../../../semantic/model/types.ts'
import { emptyWord, nullWord } from '../../../../semantic/model/valueText.ts'
import { pointWithout } from '../../../../shared/reaches.ts'
import { call } from '../../../../web/api/client.ts'
import { FilterButton } from '../../../../web/pick/FilterButton.tsx'
import { PickList } from '../../../../web/pick/PickList.tsx'
import { TextChoice } from '../../../../web/pick/TextChoice.tsx'
import { type OfferedValues, ValueChoice } from '../../../../web/pick/ValueChoice.tsx'
import { Popup } from '../../../../web/ui/Popup.tsx'
import { getReportQueryParam } from '../../../statement/contract.ts'
import type { AlarmOptions, AlarmRule, AlarmWatch } from '../../contract.ts'
import { quiet } from '../words.ts'
import { FieldLine } from './Part.tsx'
import { change } from './work.ts'

type Filter = NonNullable<AlarmWatch['filters']>[number]

interface Props {
  rule: AlarmRule
  options: AlarmOptions
}

const textOps: FilterOp[] = ['contains', 'notContains', 'startsWith', 'in', 'notIn', 'isNull', 'isNotNull']
const figureOps: FilterOp[] = ['between', 'gte', 'gt', 'lte', 'lt', 'in', 'notIn', 'isNull', 'isNotNull']

export function FiltersLine({ rule, options }: Props) {
  const [open, setOpen] = useState<number | null>(null)
  const filters = rule.watch.filters ?? []
  const set = (next: Filter[]) => change({ watch: { ...rule.watch, filters: next } }, ['filters'])
  const put = (dim: number, choice: Pick<ReportFilter, 'op' | 'values'>) =>
    set(filters.map((filter) => (filter.dim === dim ? { dim, ...choice } : filter)))
  return (
    <FieldLine name="filters" label="筛选" help={filters.length === 0 ? '不设则算全部数据' : undefined}>
      {filters.map((filter) => (
        <OneFilter
          key={filter.dim}
          filter={filter}
          rule={rule}
          options={options}
          isOpen={open === filter.dim}
          onOpen={(next) => setOpen(next ? filter.dim : null)}
          onChange={(choice) => put(filter.dim, choice)}
          onRemove={() => set(filters.filter(({ dim }) => dim !== filter.dim))}
        />
      ))}
      <Adding
        rule={rule}
        options={options}
        onAdd={(dim, op) => {
          setOpen(dim)
          set([...filters, { dim, op, values: [] }])
        }}
      />
    </FieldLine>
  )
}

function Adding({ rule, options, onAdd }: Props & { onAdd: (dim: number, op: FilterOp) => void }) {
  const [isOpen, setOpen] = useState(false)
  const picked = useRef<number | null>(null)
  const { points, filters = [] } = rule.watch
  /** Once this list is gone: its control opens next, and they must not quarrel about the focus. */
  const add = () => {
    const dim = options.dims.find(({ id }) => id === picked.current)
    picked.current = null
    if (dim)
      onAdd(dim.id, isChosen(dim.formType) ? 'in' : dim.formType === 'numberRange' ? 'between' : 'contains')
  }
  return (
    <Popup
      isOpen={isOpen}
      onOpen={setOpen}
      onClosed={add}
      content={
        <div className="filter-popover">
          <PickList
            items={options.dims.map(({ id, name, pinyin }) => ({
              key: String(id),
              title: name,
              pinyin,
              refused: refusal(id, points, filters, options),
            }))}
            label="按什么筛选，可用拼音"
            onPick={({ key }) => {
              picked.current = Number(key)
              setOpen(false)
            }}
          />
        </div>
      }
    >
      <Button
        variant="minimal"
        icon={<Plus size={14} />}
        text="条件"
        aria-label="添加筛选条件"
        active={isOpen}
      />
    </Popup>
  )
}

function refusal(
  dim: number,
  points: readonly number[],
  filters: readonly Filter[],
  options: AlarmOptions,
): string {
  if (filters.some((filter) => filter.dim === dim)) return '已有此条件'
  const without = pointWithout(options, points, dim)
  return without ? `「${without.name}」的数据里没有这个维度` : ''
}

const isChosen = (formType: string): boolean => formType === 'select' || formType === 'multiSelect'

interface OneProps extends Props {
  filter: Filter
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (choice: Pick<ReportFilter, 'op' | 'values'>) => void
  onRemove: () => void
}

function OneFilter({ filter, rule, options, isOpen, onOpen, onChange, onRemove }: OneProps) {
  const dim = options.dims.find(({ id }) => id === filter.dim)
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map())
  const done = () => onOpen(false)
  const read = async (like: string, signal: AbortSignal): Promise<OfferedValues> => {
    const query = {
      points: rule.watch.points.join(','),
      options: String(filter.dim),
      ...(like !== '' && { like }),
    }
    const { dimensions } = await call(
      getReportQueryParam,
      { params: { reportId: 0 }, query },
      { ...quiet, signal },
    )
    const found = dimensions.find(({ id }) => id === filter.dim)
    const offered = found?.options ?? []
    setLabels(new Map([...labels, ...offered.map(({ value, label }) => [String(value), label] as const)]))
    return { options: offered, more: found?.moreOptions ?? false }
  }
  const named = dim !== undefined && isChosen(dim.formType) && filter.values.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names of what was chosen before it was opened, once.
  useEffect(() => {
    const asking = new AbortController()
    // Where they can't be had the values stand for themselves.
    if (named) read('', asking.signal).catch(() => undefined)
    return () => asking.abort()
  }, [filter.dim])
  return (
    <FilterButton
      label={dim?.name ?? '已删除的维度'}
      value={filterText(filter, labels)}
      valueText={filterText(filter, labels)}
      isOpen={isOpen}
      onOpen={onOpen}
      onRemove={onRemove}
      className={filter.values.length > 0 ? 'filter-set' : ''}
    >
      {dim && isChosen(dim.formType) ? (
        <ValueChoice
          name={dim.name}
          known={null}
          read={read}
          single={false}
          blank={emptyWord}
          chosen={{ op: filter.op === 'notIn' ? 'notIn' : 'in', values: filter.values }}
          onChange={onChange}
          onDone={done}
        />
      ) : (
        <TextChoice<FilterOp>
          name={dim?.name ?? ''}
          figures={dim?.formType === 'numberRange'}
          ops={dim?.formType === 'numberRange' ? figureOps : textOps}
          titles={filterOpTitles}
          filter={filter}
          onChange={onChange}
          onDone={done}
        />
      )}
    </FilterButton>
  )
}

const mostShown = 3

function filterText({ op, values }: Filter, labels: ReadonlyMap<string, string>): string {
  if (op === 'isNull' || op === 'isNotNull') return filterOpTitles[op]
  if (values.length === 0) return '请选择'
  const words = values
    .slice(0, mostShown)
    .map((value) =>
      value === null ? nullWord : value === '' ? emptyWord : (labels.get(String(value)) ?? String(value)),
    )
  if (op === 'between') return words.join(' – ')
  const rest = values.length > mostShown ? ` +${values.length - mostShown}` : ''
  return `${op === 'in' ? '' : `${filterOpTitles[op]} `}${words.join('、')}${rest}`
}
