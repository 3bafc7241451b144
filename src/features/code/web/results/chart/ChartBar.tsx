// A chart's settings: its type, x, values, series and aggregation.
import { Button, HTMLSelect, SegmentedControl, Tag } from '@blueprintjs/core'
import type { ChartType } from '#web/chart/options.ts'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import type { ResultColumn } from '#features/code/contract.ts'
import { areFigures, type ChartAggregate, type ChartConfig, changed, mostValues } from './config.ts'

interface Props {
  columns: readonly ResultColumn[]
  config: ChartConfig
  onChange: (config: ChartConfig) => void
  onBack: () => void
}

const typeTexts: Record<ChartType, string> = { line: '折线', bar: '柱状', pie: '饼图', scatter: '散点' }

export const aggregateTexts: Record<ChartAggregate, string> = {
  none: '逐行',
  sum: '合计',
  avg: '平均',
  count: '计数',
  min: '最小',
  max: '最大',
}

const entries = <Key extends string>(texts: Record<Key, string>) =>
  (Object.entries(texts) as [Key, string][]).map(([value, label]) => ({ value, label }))

export function ChartBar({ columns, config, onChange, onBack }: Props) {
  const names = columns.map(({ title }, index) => ({ value: index, label: title }))
  const change = (part: Partial<ChartConfig>) => onChange(changed(columns, config, part))
  const canOnlyCount = !areFigures(columns, config.type === 'pie' ? config.values.slice(0, 1) : config.values)
  const left = names.filter(({ value }) => !config.values.includes(value))
  return (
    <div className="result-chart-bar" role="toolbar" aria-label="图表设置">
      <SegmentedControl
        size="small"
        options={entries(typeTexts)}
        value={config.type}
        onValueChange={(type) => change({ type: type as ChartType })}
      />
      <Choice
        label={config.type === 'pie' ? '分块' : '横轴'}
        value={config.x}
        options={names}
        onChange={(x) => change({ x: Number(x) })}
      />
      <span className="result-chart-values">
        <span className="result-chart-label">数值</span>
        {config.values.map((index) => (
          <Tag
            key={index}
            minimal
            {...(config.values.length > 1 && {
              onRemove: () => change({ values: config.values.filter((other) => other !== index) }),
            })}
          >
            {columns[index]?.title}
          </Tag>
        ))}
        {config.type === 'pie' ? (
          <Choice
            label=""
            name="换数值"
            value=""
            options={[{ value: '', label: '换…' }, ...left]}
            onChange={(value) => value !== '' && change({ values: [Number(value)] })}
          />
        ) : (
          left.length > 0 &&
          config.values.length < mostValues && (
            <Choice
              label=""
              name="加数值"
              value=""
              options={[{ value: '', label: '加…' }, ...left]}
              onChange={(value) => value !== '' && change({ values: [...config.values, Number(value)] })}
            />
          )
        )}
      </span>
      {config.type !== 'pie' && (
        <Choice
          label="系列"
          value={config.series ?? ''}
          options={[{ value: '', label: '不分' }, ...names]}
          onChange={(value) => change({ series: value === '' ? null : Number(value) })}
        />
      )}
      <Choice
        label="汇总"
        value={config.aggregate}
        options={entries(aggregateTexts).map((entry) => ({
          ...entry,
          disabled: canOnlyCount && entry.value !== 'count',
        }))}
        onChange={(value) => change({ aggregate: value as ChartAggregate })}
      />
      <CommandTip command="result.chart" title="回到表格">
        <Button variant="minimal" text="回到表格" onClick={onBack} />
      </CommandTip>
    </div>
  )
}

interface ChoiceProps {
  label: string
  name?: string
  value: string | number
  options: { value: string | number; label: string; disabled?: boolean }[]
  onChange: (value: string) => void
}

function Choice({ label, name = label, value, options, onChange }: ChoiceProps) {
  return (
    <span className="result-chart-choice">
      {label && <span className="result-chart-label">{label}</span>}
      <HTMLSelect
        aria-label={name}
        minimal
        value={value}
        options={options}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </span>
  )
}
