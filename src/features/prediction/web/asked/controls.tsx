// The controls that both pages share: points, dimensions, games, and the filters from the address.
import { Tag } from '@blueprintjs/core'
import { type ReactElement, useMemo } from 'react'
import { valueText } from '#semantic/model/valueText.ts'
import { pointWithout } from '#shared/reaches.ts'
import { call, quiet } from '#web/api/client.ts'
import { ChoiceLists } from '#web/pick/ChoiceLists.tsx'
import { ChosenTools } from '#web/pick/ChosenTools.tsx'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import { PickList } from '#web/pick/PickList.tsx'
import { useValueNames } from '#web/ui/dictionary/useValueNames.ts'
import { anaDictListsByDictId } from '#features/dictionary/contract.ts'
import type { PredictionOptions, SeriesFilter } from '#features/prediction/contract.ts'
import { type Control, controlled, useOpened } from './opened.ts'

export const nameIn = (all: readonly { id: number; name: string }[], id: number, gone: string): string =>
  all.find((one) => one.id === id)?.name ?? gone

interface BarProps {
  control: Control
  label: string
  value: string
  title?: string
  children: ReactElement
}

export function BarControl({ control, label, value, title, children }: BarProps) {
  const isOpen = useOpened((state) => state.control === control)
  return (
    <FilterButton
      label={label}
      value={value}
      valueText={value}
      isOpen={isOpen}
      onOpen={controlled(control)}
      {...(title !== undefined && { title })}
    >
      {children}
    </FilterButton>
  )
}

interface OnePointProps {
  options: PredictionOptions
  chosen: number | null
  onChoose: (point: number) => void
}

export function PointControl({ options, chosen, onChoose }: OnePointProps) {
  const point = chosen ?? options.turnover
  return (
    <BarControl
      control="point"
      label="指标"
      value={point === null ? '选择指标' : nameIn(options.points, point, '已删除的指标')}
    >
      <PickList
        items={options.points.map(({ id, name, pinyin, unit, addsUp }) => ({
          key: String(id),
          title: name,
          pinyin,
          detail: unit || undefined,
          note: addsUp ? '' : '不可相加，只有逐日区间',
          checked: id === point,
        }))}
        label="搜索指标，可用拼音"
        onPick={({ key }) => {
          controlled('point')(false)
          onChoose(Number(key))
        }}
      />
    </BarControl>
  )
}

interface SeveralProps {
  options: PredictionOptions
  chosen: readonly number[]
  onChoose: (ids: number[]) => void
}

export function PointsControl({ options, chosen, onChoose, most }: SeveralProps & { most: number }) {
  const names = chosen.map((id) => nameIn(options.points, id, '已删除的指标'))
  return (
    <BarControl control="point" label="指标" value={names.join('、') || '选择指标'}>
      <div className="picker-panel">
        <ChoiceLists
          items={options.points.map(({ id, name, pinyin, unit }) => ({
            key: String(id),
            title: name,
            pinyin,
            detail: unit || undefined,
            checked: chosen.includes(id),
            refused: !chosen.includes(id) && chosen.length >= most ? `最多 ${most} 个指标` : '',
          }))}
          search="搜索指标，可用拼音"
          failure={null}
          onRetry={() => {}}
          tools={<ChosenTools count={chosen.length} onClear={() => onChoose([])} />}
          label="已选指标"
          chosen={chosen}
          nameOf={(id) => nameIn(options.points, id, '已删除的指标')}
          onChange={onChoose}
        />
      </div>
    </BarControl>
  )
}

interface DimsProps extends SeveralProps {
  points: readonly number[]
  label: string
  none: string
  most: number
}

/** Offers the dimensions by which all chosen points can be split; the others are disabled with the reason. */
export function DimsControl({ options, points, chosen, onChoose, label, none, most }: DimsProps) {
  const refusalOf = (dim: number): string => {
    const without = pointWithout(options, points, dim)
    if (without) return `「${without.name}」的数据里没有这个维度`
    return chosen.length >= most && most > 1 ? `最多 ${most} 个维度` : ''
  }
  const nameOf = (id: number) => nameIn(options.dims, id, '已删除的维度')
  return (
    <BarControl control="dims" label={label} value={chosen.map(nameOf).join('、') || none}>
      <div className="picker-panel">
        <ChoiceLists
          items={options.dims.map(({ id, name, pinyin }) => ({
            key: String(id),
            title: name,
            pinyin,
            checked: chosen.includes(id),
            refused: chosen.includes(id) ? '' : refusalOf(id),
          }))}
          search="搜索维度，可用拼音"
          failure={null}
          onRetry={() => {}}
          tools={<ChosenTools count={chosen.length} onClear={() => onChoose([])} />}
          label={label}
          chosen={chosen}
          nameOf={nameOf}
          onChange={(ids) => onChoose(most === 1 ? ids.slice(-1) : ids.slice(0, most))}
        />
      </div>
    </BarControl>
  )
}

interface GamesProps {
  options: PredictionOptions
  chosen: readonly string[]
  onChoose: (games: string[]) => void
}

export function GamesControl({ options, chosen, onChoose }: GamesProps) {
  if (options.games.length < 2) return null
  const names = chosen.map((cgi) => options.games.find((game) => game.cgi === cgi)?.name ?? cgi)
  return (
    <BarControl control="games" label="游戏" value={names.join('、') || '全部'}>
      <PickList
        items={[
          { key: '', title: '全部可看的游戏', pinyin: '', checked: chosen.length === 0 },
          ...options.games.map(({ cgi, name }) => ({
            key: cgi,
            title: name,
            pinyin: '',
            checked: chosen.includes(cgi),
          })),
        ]}
        label="搜索游戏"
        onPick={({ key }) =>
          onChoose(
            key === '' ? [] : chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key],
          )
        }
      />
    </BarControl>
  )
}

interface FiltersProps {
  options: PredictionOptions
  filters: readonly SeriesFilter[]
  onChange: (filters: SeriesFilter[]) => void
}

const fetchDictionaries = (ids: number[]) => call(anaDictListsByDictId, { body: ids }, quiet)

const opTexts: Partial<Record<SeriesFilter['op'], string>> = {
  in: '为',
  notIn: '不为',
  isNull: '为空',
  isNotNull: '不为空',
}

/** Filters that came with a link from a report; the user can remove them. */
export function FilterTags({ options, filters, onChange }: FiltersProps) {
  const nameOf = useValueNames(
    useMemo(() => options.dims.filter(({ id }) => filters.some(({ dim }) => dim === id)), [options, filters]),
    fetchDictionaries,
  )
  return filters.map((filter, at) => {
    const { dim, op, values } = filter
    const dimension = options.dims.find(({ id }) => id === dim)
    const told = (value: (typeof values)[number]) =>
      typeof value === 'string' && value !== '' && dimension ? nameOf(dimension, value) : valueText(value)
    const text = `${nameIn(options.dims, dim, '已删除的维度')} ${opTexts[op] ?? op} ${values.map(told).join('、')}`
    return (
      <Tag
        // biome-ignore lint/suspicious/noArrayIndexKey: filters are known by their place.
        key={at}
        minimal
        className="prediction-filter"
        onRemove={() => onChange(filters.filter((_, other) => other !== at))}
      >
        {text}
      </Tag>
    )
  })
}
