// One condition as a sentence: 当「充值金额」比上周同日下降超过 30 %.
import { Button, HTMLSelect } from '@blueprintjs/core'
import { SmallCross } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { TimeField } from '#web/ui/day/TimeField.tsx'
import {
  type AlarmCondition,
  type AlarmLevel,
  type AlarmOptions,
  type AlarmRule,
  againstTitles,
  alarmLevels,
  alarmLevelTitles,
  type ConditionKind,
  type ConditionOp,
  comparedWith,
  conditionKindsOf,
  conditionKindTitles,
  conditionOps,
  conditionOpTitles,
  directions,
  formerRun,
  isOfTables,
} from '#features/alarm/contract.ts'
import { FigureField } from './FigureField.tsx'
import { keyOf, type Place } from './groups.ts'
import { newCondition, pointsWatched } from './rules.ts'
import { useEditor } from './store.ts'

interface Props {
  place: Place
  number: number
  /** The introducing word: 当, 且, 或. */
  word: string
  condition: AlarmCondition
  rule: AlarmRule
  options: AlarmOptions
  onChange: (condition: AlarmCondition) => void
  onRemove: () => void
  /** Further actions. */
  children?: ReactNode
}

type Titles<Key extends string> = Readonly<Record<Key, string>>

const ways = { up: '上升', down: '下降', either: '变化' } as const
/** Kinds as words of the sentence. */
const kindWords: Titles<ConditionKind> = { ...conditionKindTitles, forecast: '与预测相比' }
const bands = { up: '高于', down: '低于', either: '超出' } as const

export function ConditionRow(props: Props) {
  const { place, number, word, condition, rule, options, onChange, onRemove, children } = props
  const { kind } = condition
  const figure = useEditor((state) => state.figure)
  const of = `条件 ${number} 的`
  return (
    <li className="alarm-condition" data-place={keyOf(place)}>
      <div className="alarm-condition-words">
        <span className="alarm-word">{word}</span>
        {isOfFigure(condition, rule) && <PointChoice {...props} of={of} />}
        <HTMLSelect
          aria-label={`${of}种类`}
          value={kind}
          onChange={(event) =>
            onChange({
              ...newCondition(
                event.currentTarget.value as ConditionKind,
                condition.point ?? pointsWatched(rule)[0],
                figure,
              ),
              ...(rule.watch.query && event.currentTarget.value === 'change' && { against: formerRun }),
              ...(condition.level && { level: condition.level }),
            })
          }
          options={kindsFor(rule).map((value) => ({ value, label: wordOf(value, rule) }))}
        />
        <Rest
          condition={condition}
          options={options}
          isQuery={Boolean(rule.watch.query)}
          of={of}
          onChange={onChange}
        />
      </div>
      <HTMLSelect
        aria-label={`${of}级别`}
        value={condition.level ?? ''}
        onChange={(event) => {
          const { level: _, ...others } = condition
          const level = event.currentTarget.value as AlarmLevel | ''
          onChange({ ...others, ...(level !== '' && { level }) })
        }}
        options={[
          { value: '', label: '级别不变' },
          ...alarmLevels.map((value) => ({ value, label: alarmLevelTitles[value] })),
        ]}
      />
      {children}
      <Button
        variant="minimal"
        icon={<SmallCross size={14} />}
        aria-label={`删除条件 ${number}`}
        title="删除这个条件"
        onClick={onRemove}
      />
    </li>
  )
}

/** A query's rows are no column's. */
const isOfFigure = ({ kind }: AlarmCondition, { watch }: AlarmRule): boolean =>
  !isOfTables(kind) && kind !== 'rows' && !(kind === 'noData' && watch.query)

const kindsFor = (rule: AlarmRule): readonly ConditionKind[] =>
  rule.watch.query
    ? conditionKindsOf.query.filter(
        (kind) => pointsWatched(rule).length > 0 || kind === 'rows' || kind === 'noData',
      )
    : conditionKindsOf.report

const wordOf = (kind: ConditionKind, { watch }: AlarmRule): string => {
  if (!watch.query) return kindWords[kind]
  return kind === 'noData' ? '没有数据行' : kind === 'change' ? '与上次运行相比' : kindWords[kind]
}

/** A single point is plain text; otherwise one is chosen. */
function PointChoice({ condition, rule, options, of, onChange }: Props & { of: string }) {
  const points = pointsWatched(rule)
  const nameOf = (id: number) => options.points.find((one) => one.id === id)?.name ?? '已删除的指标'
  const own = condition.point ?? points[0]
  if (points.length <= 1 && own !== undefined && (points[0] ?? own) === own)
    return <span className="alarm-word">「{nameOf(own)}」</span>
  const ids = own === undefined || points.includes(own) ? points : [own, ...points]
  return (
    <HTMLSelect
      aria-label={`${of}指标`}
      value={String(own ?? '')}
      onChange={(event) => onChange({ ...condition, point: Number(event.currentTarget.value) })}
      options={ids.map((id) => ({ value: String(id), label: nameOf(id) }))}
    />
  )
}

interface RestProps {
  condition: AlarmCondition
  isQuery: boolean
  options: AlarmOptions
  of: string
  onChange: (condition: AlarmCondition) => void
}

/** The fields that the kind needs. */
function Rest(props: RestProps) {
  switch (props.condition.kind) {
    case 'threshold':
      return <Threshold {...props} />
    case 'change':
      return <Change {...props} />
    case 'forecast':
      return <Forecast {...props} />
    case 'noData':
    case 'rows':
    case 'checks':
      return null
    case 'late':
      return <Late {...props} />
  }
}

const pointOf = ({ condition, options }: RestProps) => options.points.find(({ id }) => id === condition.point)

function Threshold(props: RestProps) {
  const { condition, of, onChange } = props
  const { op = 'lt', value, upper } = condition
  const point = pointOf(props)
  const isPair = op === 'between' || op === 'outside'
  return (
    <>
      <Choice<ConditionOp>
        label={`${of}比较`}
        value={op}
        values={conditionOps}
        titles={conditionOpTitles}
        onChange={(next) => onChange({ ...condition, op: next })}
      />
      <FigureField
        label={`${of}数值`}
        value={value}
        isPercent={point?.format === 'percent'}
        unit={isPair ? '' : (point?.unit ?? '')}
        onChange={(next) => onChange(withFigure(condition, 'value', next))}
      />
      {isPair && (
        <>
          <span className="alarm-word">到</span>
          <FigureField
            label={`${of}上限`}
            value={upper}
            isPercent={point?.format === 'percent'}
            unit={point?.unit ?? ''}
            onChange={(next) => onChange(withFigure(condition, 'upper', next))}
          />
        </>
      )}
    </>
  )
}

function Change(props: RestProps) {
  const { condition, isQuery, of, onChange } = props
  const { against = 'week', direction = 'either', unit = 'percent', value } = condition
  const point = pointOf(props)
  const isPercent = unit === 'percent'
  return (
    <>
      {!isQuery && (
        <>
          <span className="alarm-word">，较</span>
          <Choice
            label={`${of}对比`}
            value={against === formerRun ? 'week' : against}
            values={comparedWith}
            titles={againstTitles}
            onChange={(next) => onChange({ ...condition, against: next })}
          />
        </>
      )}
      <Choice
        label={`${of}方向`}
        value={direction}
        values={directions}
        titles={ways}
        onChange={(next) => onChange({ ...condition, direction: next })}
      />
      <span className="alarm-amount">
        <span className="alarm-word">超过</span>
        <FigureField
          label={`${of}幅度`}
          value={value}
          isPercent={!isPercent && point?.format === 'percent'}
          unit=""
          onChange={(next) => onChange(withFigure(condition, 'value', next))}
        />
        <Choice
          label={`${of}单位`}
          value={unit}
          values={['percent', 'absolute'] as const}
          titles={{
            percent: '%',
            absolute: point?.format === 'percent' ? '个百分点' : point?.unit || '（数值）',
          }}
          onChange={(next) => onChange({ ...condition, unit: next })}
        />
      </span>
    </>
  )
}

function Forecast({ condition, of, onChange }: RestProps) {
  const { direction = 'either', band = 95 } = condition
  return (
    <>
      <Choice
        label={`${of}方向`}
        value={direction}
        values={directions}
        titles={bands}
        onChange={(next) => onChange({ ...condition, direction: next })}
      />
      <Choice
        label={`${of}区间`}
        value={String(band)}
        values={['80', '95'] as const}
        titles={{ '80': '80%', '95': '95%' }}
        onChange={(next) => onChange({ ...condition, band: next === '80' ? 80 : 95 })}
      />
      <span className="alarm-word">预测区间</span>
    </>
  )
}

function Late({ condition, of, onChange }: RestProps) {
  return (
    <>
      <span className="alarm-word">前一天的数据到</span>
      <TimeField
        label={`${of}时间`}
        value={condition.by ?? ''}
        onChange={(by) => onChange({ ...condition, by })}
      />
      <span className="alarm-word">还没有更新</span>
    </>
  )
}

/** An invalid figure is left out: the server says what is missing. */
function withFigure(
  condition: AlarmCondition,
  name: 'value' | 'upper',
  figure: number | undefined,
): AlarmCondition {
  const { [name]: _, ...others } = condition
  return { ...others, ...(figure !== undefined && { [name]: figure }) } as AlarmCondition
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  values: readonly Value[]
  titles: Titles<Value>
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, values, titles, onChange }: ChoiceProps<Value>) {
  return (
    <HTMLSelect
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as Value)}
      options={values.map((one) => ({ value: one, label: titles[one] }))}
    />
  )
}
