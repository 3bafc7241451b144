// The form of a black list rule: dimension, point, threshold, days and games.
import { Button } from '@blueprintjs/core'
import { useMemo } from 'react'
import { call } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { gameChoices, gamesFromTyped, gamesTyped } from '#web/list/gameCells.ts'
import type { ListFormProps } from '#web/list/types.ts'
import { dimensionFiltersProblem, dimensionFiltersText } from '#web/pick/values/DimensionFilters.tsx'
import {
  type BlackRule,
  type BlackRuleChange,
  type BlackRuleList,
  type EntryKind,
  entryKinds,
  entryKindTitles,
  saveBlackRule,
} from '#features/lists/contract.ts'
import { GamesHelp } from '../GamesHelp.tsx'
import { FiltersField, filtersOfTexts, filtersTexts } from './FiltersField.tsx'
import { FoundRows } from './RulePreview.tsx'

export type RuleFormOptions = Omit<BlackRuleList, 'rows'>

interface Values {
  name: string
  point: string
  dim: string
  least: number | null
  perDay: boolean
  days: number | null
  filters: readonly string[]
  games: readonly string[]
  kind: string
  reason: string
  keepDays: number | null
  dailyAt: string
}

const valuesFrom = (
  options: RuleFormOptions,
  { name, condition, games, kind, reason, keepDays, dailyAt }: BlackRule,
): Values => ({
  name,
  point: String(condition.point),
  dim: String(condition.dim),
  least: condition.least,
  perDay: condition.perDay,
  days: condition.days,
  filters: filtersTexts(condition.filters ?? []),
  games: gamesTyped(options.games, games),
  kind,
  reason,
  keepDays,
  dailyAt: dailyAt ?? '',
})

const newValues = ({ points, dims }: RuleFormOptions): Values => ({
  name: '',
  point: String(points[0]?.id ?? ''),
  dim: String(dims[0]?.id ?? ''),
  least: 10,
  perDay: true,
  days: 7,
  filters: [],
  games: [],
  kind: 'player',
  reason: '',
  keepDays: null,
  dailyAt: '',
})

interface Props extends ListFormProps<BlackRule> {
  options: RuleFormOptions
}

export function RuleForm({ row, onClose, onSaved, options }: Props) {
  const { points, dims, games } = options
  const filtersField = useMemo(() => FiltersField(dims), [dims])
  const valuesOf = (rule: BlackRule) => valuesFrom(options, rule)
  const changeOf = (values: Values, revision: number | undefined): BlackRuleChange => ({
    id: row?.id ?? -1,
    name: values.name,
    games: gamesFromTyped(games, values.games),
    kind: values.kind as EntryKind,
    reason: values.reason,
    keepDays: values.keepDays,
    dailyAt: values.dailyAt === '' ? null : values.dailyAt,
    condition: {
      ...(values.filters.length > 0 && { filters: filtersOfTexts(values.filters) }),
      point: Number(values.point),
      dim: Number(values.dim),
      least: values.least ?? 0,
      perDay: values.perDay,
      days: values.days ?? 7,
    },
    ...(revision !== undefined && { revision }),
  })
  return (
    <FormDialog<Values, BlackRule>
      name={`blackRule:${row?.id ?? 'new'}`}
      title={row ? '编辑规则' : '新建规则'}
      fields={[
        { name: 'name', label: '名称', kind: 'text', required: true, longest: 100 },
        {
          name: 'point',
          label: '指标',
          kind: 'select',
          half: true,
          required: true,
          choices: points.map(({ id, name }) => ({ value: String(id), title: name })),
        },
        { name: 'least', label: '不少于', kind: 'number', half: true, required: true },
        {
          name: 'dim',
          label: '计算对象',
          kind: 'select',
          half: true,
          required: true,
          choices: dims.map(({ id, name }) => ({ value: String(id), title: name })),
          check: (dim, { point }) =>
            points.find(({ id }) => String(id) === point)?.dims.includes(Number(dim)) === false
              ? '这个指标的数据里没有这个维度'
              : undefined,
        },
        {
          name: 'kind',
          label: '加入的类型',
          kind: 'select',
          half: true,
          choices: entryKinds.map((kind) => ({ value: kind, title: entryKindTitles[kind] })),
        },
        {
          name: 'days',
          label: '近几天',
          kind: 'number',
          half: true,
          required: true,
          whole: true,
          min: 1,
          max: 365,
          unit: '天',
        },
        { name: 'perDay', label: '每天单独计算', kind: 'switch', half: true },
        {
          name: 'filters',
          label: '只算这些数据',
          kind: 'drawn',
          draw: filtersField,
          check: (texts) => dimensionFiltersProblem(filtersOfTexts(texts)),
          text: (value) => dimensionFiltersText(filtersOfTexts(value as readonly string[]), dims),
        },
        { name: 'games', label: '游戏', kind: 'tags', required: true, suggestions: gameChoices(games) },
        { name: 'reason', label: '原因', kind: 'text', longest: 200, help: '写入条目；留空为规则的名称' },
        {
          name: 'keepDays',
          label: '有效天数',
          kind: 'number',
          half: true,
          whole: true,
          min: 1,
          max: 3_650,
          unit: '天',
          help: '留空为长期',
        },
        {
          name: 'dailyAt',
          label: '每天运行',
          kind: 'text',
          half: true,
          placeholder: '08:30',
          help: '留空为手动',
          check: (time) =>
            time === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? undefined : '应为 00:00 到 23:59',
        },
      ]}
      initial={row ? valuesOf(row) : newValues(options)}
      send={(values, against) =>
        call(
          saveBlackRule,
          { body: changeOf(values, against?.revision ?? row?.revision) },
          { quiet: true, loading: null },
        )
      }
      valuesOf={valuesOf}
      onClose={onClose}
      onSaved={onSaved}
    >
      {(values) => (
        <>
          <GamesHelp games={games} />
          <TryOut change={changeOf(values, undefined)} />
        </>
      )}
    </FormDialog>
  )
}

/** What the rule would find as typed; computed on request, not on each key. */
function TryOut({ change }: { change: BlackRuleChange }) {
  return (
    <FoundRows
      change={change}
      button={(ask, isBusy) => <Button text="试算" loading={isBusy} onClick={ask} />}
    />
  )
}
