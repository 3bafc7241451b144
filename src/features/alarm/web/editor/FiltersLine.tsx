// Which fact rows count: conditions on dimensions, each with its form control.
import { Button } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { useRef, useState } from 'react'
import { deepestGroups, isFilter, isGroup, isOfValues } from '#semantic/model/conditions.ts'
import { joinedText } from '#semantic/model/conditionText.ts'
import { filterOpTitles } from '#semantic/model/titles.ts'
import type { FilterGroup, FilterOp, ReportCondition, ReportFilter } from '#semantic/model/types.ts'
import { emptyText, emptyWord } from '#semantic/model/valueText.ts'
import { pointWithout } from '#shared/reaches.ts'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import { GroupControl } from '#web/pick/groups/GroupControl.tsx'
import type { Leaves } from '#web/pick/groups/GroupEditor.tsx'
import { PickList } from '#web/pick/PickList.tsx'
import { TextChoice } from '#web/pick/TextChoice.tsx'
import { ValueChoice } from '#web/pick/ValueChoice.tsx'
import { Popup } from '#web/ui/menus/Popup.tsx'
import type { AlarmOptions, AlarmRule } from '#features/alarm/contract.ts'
import { change } from './actions.ts'
import { type FilterNames, isChosen, useFilterNames } from './filterNames.ts'
import { FieldLine } from './Part.tsx'

type Filter = Pick<ReportFilter, 'dim' | 'op' | 'values'>

interface Props {
  rule: AlarmRule
  options: AlarmOptions
}

interface NamedProps extends Props {
  names: FilterNames
}

const textOps: FilterOp[] = ['contains', 'notContains', 'startsWith', 'in', 'notIn', 'isNull', 'isNotNull']
const figureOps: FilterOp[] = ['between', 'gte', 'gt', 'lte', 'lt', 'in', 'notIn', 'isNull', 'isNotNull']

export function FiltersLine({ rule, options }: Props) {
  const [open, setOpen] = useState<number | null>(null)
  const [isBeginning, setBeginning] = useState(false)
  const names = useFilterNames(rule, options)
  const filters = rule.watch.filters ?? []
  const alone = filters.filter(isFilter)
  const groups = filters.filter(isGroup)
  const set = (next: ReportCondition[]) => change({ watch: { ...rule.watch, filters: next } }, ['filters'])
  const put = (own: Filter, choice: Pick<Filter, 'op' | 'values'>) =>
    set(filters.map((one) => (one === own ? { ...own, ...choice } : one)))
  return (
    <FieldLine name="filters" label="筛选" help={filters.length === 0 ? '不设则算全部数据' : undefined}>
      {alone.map((filter) => (
        <OneFilter
          key={filter.dim}
          filter={filter}
          {...{ options, names }}
          isOpen={open === filter.dim}
          onOpen={(next) => setOpen(next ? (filter.dim ?? null) : null)}
          onChange={(choice) => put(filter, choice)}
          onRemove={() => set(filters.filter((one) => one !== filter))}
        />
      ))}
      {groups.map((group, at) => (
        <OneGroup
          // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place.
          key={at}
          group={group}
          {...{ rule, options, names }}
          onChange={(next) => set(filters.flatMap((one) => (one === group ? (next ?? []) : [one])))}
        />
      ))}
      {isBeginning && (
        <OneGroup
          key={groups.length}
          group={{ any: [] }}
          {...{ rule, options, names }}
          startsOpen
          onChange={(next) => {
            setBeginning(false)
            if (next) set([...filters, next])
          }}
        />
      )}
      <Adding
        rule={rule}
        options={options}
        onAdd={(dim, op) => {
          setOpen(dim)
          set([...filters, { dim, op, values: [] }])
        }}
        onGroup={() => setBeginning(true)}
      />
    </FieldLine>
  )
}

interface GroupProps extends NamedProps {
  group: FilterGroup
  startsOpen?: boolean
  onChange: (group: FilterGroup | null) => void
}

function OneGroup({ group, rule, options, names, startsOpen = false, onChange }: GroupProps) {
  const nameOf = (dim: number | undefined) =>
    options.dims.find(({ id }) => id === dim)?.name ?? '已删除的维度'
  const leaves: Leaves<Filter> = {
    subjects: options.dims.map(({ id, name, pinyin }) => ({
      key: String(id),
      title: name,
      pinyin,
      refused: unreached(id, rule.watch.points, options),
    })),
    begin: (key) =>
      beginOf(
        options.dims.find(({ id }) => id === Number(key)),
        Number(key),
      ),
    control: (filter, { onChange: put, ...own }) => (
      <OneFilter
        filter={filter}
        {...{ options, names }}
        {...own}
        onChange={(choice) => put({ ...filter, ...choice })}
      />
    ),
  }
  return (
    <GroupControl
      group={group}
      leaves={leaves}
      textOf={(shown) => joinedText(shown, (filter) => `${nameOf(filter.dim)} ${filterText(filter, names)}`)}
      deepest={deepestGroups}
      startsOpen={startsOpen}
      onChange={onChange}
    />
  )
}

const beginOf = (dim: AlarmOptions['dims'][number] | undefined, id: number): Filter => ({
  dim: id,
  op: opFor(dim?.formType ?? ''),
  values: [],
})

const opFor = (formType: string): FilterOp =>
  isChosen(formType) ? 'in' : formType === 'numberRange' ? 'between' : 'contains'

interface AddingProps extends Props {
  onAdd: (dim: number, op: FilterOp) => void
  onGroup: () => void
}

const groupItem = {
  key: 'group',
  title: '条件组（或、且）',
  pinyin: 'huo tiao jian zu ren yi',
  note: '任一或全部满足，可以再套一层',
}

function Adding({ rule, options, onAdd, onGroup }: AddingProps) {
  const [isOpen, setOpen] = useState(false)
  const picked = useRef<string | null>(null)
  const { points, filters = [] } = rule.watch
  /** After this list has closed: the control that opens next must not compete for the focus. */
  const add = () => {
    const key = picked.current
    picked.current = null
    if (key === groupItem.key) return onGroup()
    const dim = options.dims.find(({ id }) => String(id) === key)
    if (dim) onAdd(dim.id, opFor(dim.formType))
  }
  return (
    <Popup
      isOpen={isOpen}
      onOpen={setOpen}
      onClosed={add}
      content={
        <div className="filter-popover">
          <PickList
            items={[
              ...options.dims.map(({ id, name, pinyin }) => ({
                key: String(id),
                title: name,
                pinyin,
                refused: refusal(id, points, filters, options),
              })),
              groupItem,
            ]}
            label="按什么筛选，可用拼音"
            onPick={({ key }) => {
              picked.current = key
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
  filters: readonly ReportCondition[],
  options: AlarmOptions,
): string {
  if (filters.filter(isFilter).some((filter) => filter.dim === dim)) return '已有此条件'
  return unreached(dim, points, options)
}

function unreached(dim: number, points: readonly number[], options: AlarmOptions): string {
  const without = pointWithout(options, points, dim)
  return without ? `「${without.name}」的数据里没有这个维度` : ''
}

interface OneProps extends Omit<NamedProps, 'rule'> {
  filter: Filter
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (choice: Pick<ReportFilter, 'op' | 'values'>) => void
  onRemove: () => void
}

function OneFilter({ filter, options, names, isOpen, onOpen, onChange, onRemove }: OneProps) {
  const dim = options.dims.find(({ id }) => id === filter.dim)
  const text = filterText(filter, names)
  const done = () => onOpen(false)
  return (
    <FilterButton
      label={dim?.name ?? '已删除的维度'}
      value={text}
      valueText={text}
      isOpen={isOpen}
      onOpen={onOpen}
      onRemove={onRemove}
      className={filter.values.length > 0 ? 'filter-set' : ''}
    >
      {dim && isChosen(dim.formType) ? (
        <ValueChoice
          name={dim.name}
          known={null}
          read={(like, signal) => names.read(dim.id, like, signal)}
          nameOf={(value) => names.nameOf(value, dim.id)}
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

function filterText({ dim, op, values }: Filter, { nameOf }: FilterNames): string {
  if (op === 'isNull' || op === 'isNotNull') return filterOpTitles[op]
  if (values.length === 0) return '请选择'
  const named = (value: string) => (isOfValues(op) ? nameOf(value, dim) : value)
  const words = values
    .slice(0, mostShown)
    .map((value) => (value === null ? emptyText : value === '' ? emptyWord : named(String(value))))
  if (op === 'between') return words.join(' – ')
  const rest = values.length > mostShown ? ` +${values.length - mostShown}` : ''
  return `${op === 'in' ? '' : `${filterOpTitles[op]} `}${words.join('、')}${rest}`
}
