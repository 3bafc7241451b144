// What is watched: points, dimensions, fact rows, days or hours, games.
import { SegmentedControl } from '@blueprintjs/core'
import { useState } from 'react'
import { pointWithout } from '#shared/reaches.ts'
import { offered } from '#shared/standing.ts'
import { ChoiceLists } from '#web/pick/ChoiceLists.tsx'
import { ChosenTools } from '#web/pick/ChosenTools.tsx'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import { businessToday } from '#web/shell/businessDay.ts'
import type { AlarmGrain, AlarmOptions, AlarmRule } from '#features/alarm/contract.ts'
import { useReferenceData } from '../referenceData.ts'
import { ActivityLine } from './ActivityLine.tsx'
import { change } from './actions.ts'
import { FiltersLine } from './FiltersLine.tsx'
import { Games } from './GamesLine.tsx'
import { FieldLine, Part } from './Part.tsx'
import { QueryPart } from './query/QueryPart.tsx'
import { SourceLine } from './query/SourceLine.tsx'
import { withPoints } from './rules.ts'
import { useEditor } from './store.ts'

const mostDims = 3

interface PartProps {
  rule: AlarmRule
  options: AlarmOptions
}

export function WatchPart() {
  const rule = useEditor((state) => state.draft)
  const options = useReferenceData((state) => state.options)
  if (!rule || !options) return null
  const hourly = rule.watch.points.every((id) => options.points.find((one) => one.id === id)?.hourly ?? false)
  if (rule.watch.query) return <QueryPart rule={rule} query={rule.watch.query} options={options} />
  return (
    <Part title="监控内容">
      <SourceLine rule={rule} />
      <Points rule={rule} options={options} />
      <ActivityLine rule={rule} options={options} />
      <Dims rule={rule} options={options} />
      <FiltersLine rule={rule} options={options} />
      <FieldLine name="grain" label="按" help={hourly ? undefined : '所选指标的数据没有小时，只能按天'}>
        <SegmentedControl
          size="small"
          aria-label="按天或按小时"
          options={[
            { value: 'day', label: '天' },
            { value: 'hour', label: '小时', disabled: !hourly && rule.watch.grain !== 'hour' },
          ]}
          value={rule.watch.grain}
          onValueChange={(grain) =>
            change({ watch: { ...rule.watch, grain: grain as AlarmGrain } }, ['grain', 'points'])
          }
        />
      </FieldLine>
      <Games rule={rule} options={options} />
    </Part>
  )
}

const named = (ids: readonly number[], of: readonly { id: number; name: string }[], gone: string): string =>
  ids.map((id) => of.find((one) => one.id === id)?.name ?? gone).join('、')

function Points({ rule, options }: PartProps) {
  const [isOpen, setOpen] = useState(false)
  const chosen = rule.watch.points
  const nameOf = (id: number) => named([id], options.points, '已删除的指标')
  return (
    <FieldLine name="points" label="指标">
      <FilterButton
        label=""
        name="指标"
        value={named(chosen, options.points, '已删除的指标') || '选择指标'}
        isOpen={isOpen}
        onOpen={setOpen}
        title="监控哪些指标"
      >
        <div className="picker-panel">
          <ChoiceLists
            items={offered(options.points, chosen, businessToday()).map(({ id, name, pinyin, unit }) => ({
              key: String(id),
              title: name,
              pinyin,
              detail: unit || undefined,
              checked: chosen.includes(id),
            }))}
            search="搜索指标，可用拼音"
            failure={null}
            onRetry={() => {}}
            tools={<ChosenTools count={chosen.length} onClear={() => setPoints(rule, [])} />}
            label="已选指标"
            chosen={chosen}
            nameOf={nameOf}
            onChange={(points) => setPoints(rule, points)}
          />
        </div>
      </FilterButton>
    </FieldLine>
  )
}

function setPoints(rule: AlarmRule, points: number[]): void {
  const { watch, conditions } = withPoints(rule, points)
  change({ watch, conditions }, ['points', 'conditions', 'dims', 'grain', 'filters'])
}

/** Dimensions that all chosen points reach; others say why not. */
function Dims({ rule, options }: PartProps) {
  const [isOpen, setOpen] = useState(false)
  const { points, dims } = rule.watch
  const set = (next: number[]) =>
    change({ watch: { ...rule.watch, dims: next.slice(0, mostDims) } }, ['dims'])
  return (
    <FieldLine
      name="dims"
      label="分维度"
      help={dims.length > 0 ? '每个值各自判断，同时触发的合成一条消息' : undefined}
    >
      <FilterButton
        label=""
        name="分维度"
        value={named(dims, options.dims, '已删除的维度') || '不分，看整体'}
        isOpen={isOpen}
        onOpen={setOpen}
        title="按哪些维度的值分别判断"
      >
        <div className="picker-panel">
          <ChoiceLists
            items={options.dims.map(({ id, name, pinyin }) => ({
              key: String(id),
              title: name,
              pinyin,
              checked: dims.includes(id),
              refused: dims.includes(id) ? '' : refusalOf(id, points, dims, options),
            }))}
            search="搜索维度，可用拼音"
            failure={null}
            onRetry={() => {}}
            tools={<ChosenTools count={dims.length} onClear={() => set([])} />}
            label="分维度"
            chosen={dims}
            nameOf={(id) => named([id], options.dims, '已删除的维度')}
            onChange={set}
          />
        </div>
      </FilterButton>
    </FieldLine>
  )
}

function refusalOf(
  dim: number,
  points: readonly number[],
  chosen: readonly number[],
  options: AlarmOptions,
): string {
  if (chosen.length >= mostDims) return `最多 ${mostDims} 个维度`
  const without = pointWithout(options, points, dim)
  return without ? `「${without.name}」的数据里没有这个维度` : ''
}
