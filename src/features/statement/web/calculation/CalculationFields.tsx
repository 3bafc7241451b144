// The form of a calculation: its point and its settings by kind, with the sentence that its column will show.
import { Checkbox, FormGroup, HTMLSelect, NumericInput } from '@blueprintjs/core'
import { useId } from 'react'
import { calculationText } from '#semantic/model/calculation/texts.ts'
import { baseName } from '#semantic/model/calculation/words.ts'
import { type CalculationKind, calculationKinds, type ReportInfo } from '#semantic/model/types.ts'
import { isDate } from '../filters/filters.ts'
import { pointName } from '../report/names.ts'
import type { QueryParams } from '../report/store.ts'
import { BaseValue, TypedValue } from './BaseValue.tsx'
import { type Draft, draftOf, kindNames, namesFor } from './offers.ts'
import type { BaseNames } from './useBaseNames.ts'

interface Props {
  draft: Draft
  info: ReportInfo
  params: QueryParams | null
  /** Known values of a dimension, for the fixed row. */
  valuesOf: (dim: number) => readonly string[]
  baseOf: BaseNames
  onChange: (draft: Draft) => void
}

const most = 366

export function CalculationFields(props: Props) {
  const { draft, info, params, baseOf, onChange } = props
  const [point, kind] = [useId(), useId()]
  const name = baseName(draft, namesFor(info, params, baseOf))
  return (
    <>
      <FormGroup label="指标" labelFor={point}>
        <HTMLSelect
          id={point}
          fill
          value={draft.of}
          onChange={(event) => onChange({ ...draft, of: Number(event.currentTarget.value) })}
          options={info.points.map((id) => ({ value: id, label: pointName(params, id) }))}
        />
      </FormGroup>
      <FormGroup label="计算" labelFor={kind}>
        <HTMLSelect
          id={kind}
          fill
          value={draft.kind}
          onChange={(event) => onChange(draftOf(event.currentTarget.value as CalculationKind, draft))}
          options={calculationKinds.map((value) => ({ value, label: kindNames[value] }))}
        />
      </FormGroup>
      <OwnFields {...props} />
      <p className="calculation-text">
        {calculationText({ number: 0, ...draft }, info.grain ?? 'day', { baseName: name })}
      </p>
    </>
  )
}

function OwnFields(props: Props) {
  switch (props.draft.kind) {
    case 'rank':
      return <RankFields {...props} />
    case 'share':
      return <ShareFields {...props} />
    case 'average':
    case 'sum':
      return <WindowFields {...props} />
    case 'running':
      return null
    default:
      return <BaseFields {...props} />
  }
}

function Within({ draft, info, params, onChange }: Props) {
  const { within = [] } = draft
  const names = namesFor(info, params)
  const { within: _, parent: __, ...rest } = draft
  return info.dims.map((id) => (
    <Checkbox
      key={id}
      label={`同一${names.dimension(id)}内`}
      checked={within.includes(id)}
      onChange={(event) => {
        const others = within.filter((one) => one !== id)
        // In the order of the report's dimensions.
        const next = info.dims.filter((one) =>
          one === id ? event.currentTarget.checked : others.includes(one),
        )
        onChange({ ...rest, ...(next.length > 0 && { within: next }) })
      }}
    />
  ))
}

function RankFields(props: Props) {
  const { draft, onChange } = props
  const { ascending = false, ...rest } = draft
  return (
    <FormGroup label="名次">
      <Checkbox
        label="从小到大"
        checked={ascending}
        onChange={() => onChange(ascending ? rest : { ...rest, ascending: true })}
      />
      <Within {...props} />
    </FormGroup>
  )
}

function ShareFields(props: Props) {
  const { draft, info, onChange } = props
  const { parent = false, within: _, ...rest } = draft
  return (
    <FormGroup label="占比基准" helperText="都不选时占合计">
      <Checkbox
        label="上一级小计"
        checked={parent}
        disabled={info.dims.length < 2 && !parent}
        onChange={() => {
          const { parent: __, ...plain } = rest as Draft
          onChange(parent ? plain : { ...plain, parent: true })
        }}
      />
      <Within {...props} />
    </FormGroup>
  )
}

function WindowFields({ draft, info, params, onChange }: Props) {
  const id = useId()
  const { periods = 7, centred = false } = draft
  const names = namesFor(info, params)
  const unit = { hour: '小时', day: '天', week: '周', month: '个月', quarter: '个季度', year: '年' }[
    names.date?.grain ?? 'day'
  ]
  return (
    <>
      <FormGroup label={`窗口（${unit}）`} labelFor={id} helperText={`2 到 ${most}`}>
        <NumericInput
          id={id}
          size="small"
          min={2}
          max={most}
          minorStepSize={null}
          clampValueOnBlur
          value={periods}
          onValueChange={(next) => {
            if (Number.isInteger(next) && next >= 2 && next <= most) onChange({ ...draft, periods: next })
          }}
        />
      </FormGroup>
      <Checkbox
        label="以本期为中心"
        checked={centred}
        onChange={() => {
          const { centred: _, ...rest } = draft
          onChange(centred ? rest : { ...rest, centred: true })
        }}
      />
    </>
  )
}

function BaseFields({ draft, info, params, valuesOf, baseOf, onChange }: Props) {
  const [base, along] = [useId(), useId()]
  const names = namesFor(info, params)
  const usual = names.date?.dimension.id ?? info.dims.at(-1)
  const dim = draft.along ?? usual
  const chosen = typeof draft.base === 'object' ? 'value' : (draft.base ?? 'first')
  const known = dim === undefined ? [] : valuesOf(dim)
  const dimension = params?.dimensions.find(({ id }) => id === dim)
  const put = (value: string | null) => onChange({ ...draft, base: { value } })
  return (
    <>
      {info.dims.length > 1 && (
        <FormGroup label="沿哪个维度" labelFor={along}>
          <HTMLSelect
            id={along}
            fill
            value={dim ?? ''}
            onChange={(event) => {
              const next = Number(event.currentTarget.value)
              const { along: _, ...rest } = draft
              onChange({
                ...rest,
                ...(chosen === 'value' && { base: { value: valuesOf(next)[0] ?? '' } }),
                ...(next !== usual && { along: next }),
              })
            }}
            options={info.dims.map((id) => ({ value: id, label: names.dimension(id) }))}
          />
        </FormGroup>
      )}
      <FormGroup label="基准行" labelFor={base}>
        <HTMLSelect
          id={base}
          fill
          value={chosen}
          onChange={(event) => {
            const next = event.currentTarget.value
            onChange({
              ...draft,
              base: next === 'first' || next === 'last' ? next : { value: known[0] ?? '' },
            })
          }}
          options={[
            { value: 'first', label: '第一行' },
            { value: 'last', label: '最后一行' },
            { value: 'value', label: '指定的值' },
          ]}
        />
      </FormGroup>
      {typeof draft.base === 'object' &&
        (dimension && !isDate(dimension) ? (
          <BaseValue
            dimension={dimension}
            value={draft.base.value}
            nameOf={(value) => baseOf(value, draft)}
            onChange={put}
          />
        ) : (
          <TypedValue value={String(draft.base.value ?? '')} known={known} onChange={put} />
        ))}
    </>
  )
}
