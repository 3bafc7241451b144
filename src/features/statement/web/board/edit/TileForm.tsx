// The settings of one tile: its title, its look, its figure with its goal, its text.
import {
  type BoardTile,
  longestTileText,
  longestTileTitle,
  reportLooks,
  reportLookTitles,
} from '#semantic/model/board/types.ts'
import { kindTitles } from '#semantic/model/shown/chartKinds.ts'
import { type ChartKind, chartKinds } from '#semantic/model/types.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { Field } from '#web/form/types.ts'
import { useBoard } from '../store.ts'
import { replaceTile } from './editing.ts'

interface Values {
  title: string
  look: string
  chart: string
  figure: string
  of: string
  goal: number | null
  low: boolean
  near: number | null
  text: string
}

const valuesOf = (tile: BoardTile): Values => ({
  title: tile.title ?? '',
  look: tile.kind,
  chart: 'chart' in tile ? (tile.chart?.kind ?? '') : '',
  figure: tile.kind === 'figure' ? tile.key : '',
  of: tile.kind === 'figure' ? tile.of : 'day',
  goal: tile.kind === 'figure' ? (tile.goal?.value ?? null) : null,
  low: tile.kind === 'figure' && (tile.goal?.low ?? false),
  near: tile.kind === 'figure' ? Math.round((tile.goal?.near ?? 0.9) * 100) : null,
  text: tile.kind === 'text' ? tile.text : '',
})

function tileWith(tile: BoardTile, values: Values): BoardTile {
  const { title: _, ...rest } = tile
  const title = values.title.trim()
  const named = title === '' ? {} : { title }
  if (tile.kind === 'text') return { ...rest, ...named, text: values.text } as BoardTile
  if (tile.kind === 'figure') {
    const { goal: _goal, ...figure } = rest as typeof tile
    const near = (values.near ?? 90) / 100
    return {
      ...figure,
      ...named,
      key: values.figure,
      of: values.of === 'range' ? 'range' : 'day',
      ...(values.goal !== null && { goal: { value: values.goal, ...(values.low && { low: true }), near } }),
    }
  }
  const { chart: former, ...report } = rest as typeof tile
  const kind = values.chart === '' ? undefined : (values.chart as ChartKind)
  const chart = { ...(former?.keys && { keys: former.keys }), ...(kind && { kind }) }
  return {
    ...report,
    ...named,
    kind: values.look as (typeof reportLooks)[number],
    ...(Object.keys(chart).length > 0 && { chart }),
  }
}

const title: Field<Values> = {
  name: 'title',
  label: '标题',
  kind: 'text',
  placeholder: '空着用报表或指标的名称',
  longest: longestTileTitle,
}

function fieldsOf(tile: BoardTile, figures: { key: string; title: string }[]): Field<Values>[] {
  if (tile.kind === 'text')
    return [
      title,
      {
        name: 'text',
        label: '文字',
        kind: 'textarea',
        rows: 10,
        help: 'Markdown：# 标题、**重点**、- 列表、[文字](链接)、表格。HTML 会照原样显示成文字。',
        longest: longestTileText,
      },
    ]
  if (tile.kind === 'figure') {
    const choices = figures.map(({ key: value, title: shown }) => ({ value, title: shown }))
    const spans = [
      { value: 'day', title: '最近完整的一天' },
      { value: 'range', title: '整段日期' },
    ]
    const hasGoal = ({ goal }: Values) => goal !== null
    return [
      title,
      { name: 'figure', label: '指标', kind: 'select', choices, required: true },
      { name: 'of', label: '看哪一段', kind: 'select', choices: spans },
      {
        name: 'goal',
        label: '目标',
        kind: 'number',
        help: '空着没有目标。比例写小数：40% 是 0.4。',
        half: true,
      },
      {
        name: 'near',
        label: '接近的界限',
        kind: 'number',
        min: 0,
        max: 100,
        unit: '%',
        half: true,
        shownWhen: hasGoal,
      },
      { name: 'low', label: '越低越好', kind: 'switch', shownWhen: hasGoal },
    ]
  }
  const looks = reportLooks.map((value) => ({ value, title: reportLookTitles[value] }))
  const kinds = chartKinds.map((value) => ({ value, title: kindTitles[value] }))
  return [
    title,
    { name: 'look', label: '样子', kind: 'select', choices: looks },
    {
      name: 'chart',
      label: '图表类型',
      kind: 'select',
      choices: [{ value: '', title: '与报表相同' }, ...kinds],
      help: '画不成的类型按报表的来画。',
      shownWhen: ({ look }) => look === 'chart',
    },
  ]
}

export function TileForm({ tile, onClose }: { tile: BoardTile; onClose: () => void }) {
  const reaches = useBoard(({ shown }) => shown?.reaches)
  const figures =
    (tile.kind !== 'text' && reaches?.find(({ report }) => report === tile.report)?.figures) || []
  return (
    <FormDialog<Values, BoardTile>
      name={`tile:${tile.id}`}
      title="这一块的设置"
      fields={fieldsOf(tile, figures)}
      initial={valuesOf(tile)}
      submitText="确定"
      send={async (values) => {
        const next = tileWith(tile, values)
        return replaceTile(next) ? next : null
      }}
      onClose={onClose}
      onSaved={onClose}
    />
  )
}
