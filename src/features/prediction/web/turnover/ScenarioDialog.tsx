// Edits one scenario: its name, its days, and the effect on them, in percent or learned from past days.
import { Button, DialogBody, DialogFooter, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { shiftDay } from '#shared/day.ts'
import { DayField } from '#web/ui/day/DayField.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import {
  likeKinds,
  likeTitles,
  mostEffects,
  type PredictionOptions,
  type ScenarioEffect,
  type TurnoverAddress,
} from '#features/prediction/contract.ts'
import { putScenario } from './scenarioWork.ts'
import { useTurnover } from './store.ts'

interface Props {
  at: number
  asked: TurnoverAddress
  options: PredictionOptions
}

interface Draft {
  key: number
  from: string
  to: string
  way: 'percent' | (typeof likeKinds)[number]
  percent: string
  error: string
  name: string
}

let keys = 0
const draftOf = ({ from, to, percent, error, like }: ScenarioEffect): Draft => ({
  key: keys++,
  from,
  to,
  way: percent === undefined && like ? like.kind : 'percent',
  percent: percent === undefined ? '20' : String(percent),
  error: error ? String(error) : '',
  name: like?.name ?? '',
})

function effectOf({ from, to, way, percent, error, name }: Draft): ScenarioEffect {
  if (way !== 'percent') return { from, to, like: { kind: way, name } }
  return { from, to, percent: Number(percent), ...(Number(error) > 0 && { error: Number(error) }) }
}

function problemOf({ from, to, way, percent, error, name }: Draft): string {
  if (from === '' || to === '') return '请选择日期'
  if (to < from) return '结束早于开始'
  if (way === 'holiday' && name === '') return '请选择节日'
  if (way !== 'percent') return ''
  const size = Number(percent)
  if (percent.trim() === '' || !Number.isFinite(size) || size < -99 || size > 1_000)
    return '大小应在 -99 至 1000 之间'
  const doubt = Number(error || 0)
  return Number.isFinite(doubt) && doubt >= 0 && doubt <= 500 ? '' : '不确定应在 0 至 500 之间'
}

export function ScenarioDialog({ at, asked, options }: Props) {
  const given = asked.scenarios[at]
  const first = useTurnover((state) => state.ahead.told?.ahead[0]) ?? options.today
  const usual = (): Draft => draftOf({ from: shiftDay(first, 1), to: shiftDay(first, 3), percent: 20 })
  const [name, setName] = useState(given?.name ?? `假设 ${at + 1}`)
  const [drafts, setDrafts] = useState<Draft[]>(() => given?.effects.map(draftOf) ?? [usual()])
  const [tried, setTried] = useState(false)
  const close = () => useTurnover.setState({ editing: null })
  const problems = drafts.map(problemOf)
  const isRight = name.trim() !== '' && drafts.length > 0 && problems.every((problem) => problem === '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isRight) putScenario(at, { name: name.trim().slice(0, 60), effects: drafts.map(effectOf) })
  }
  const change = (key: number, changed: Partial<Draft>) =>
    setDrafts(drafts.map((one) => (one.key === key ? { ...one, ...changed } : one)))
  return (
    <TitledDialog title={given ? '修改假设' : '添加假设'} className="prediction-dialog" onClose={close}>
      <form onSubmit={submit} noValidate>
        <DialogBody>
          <label className="prediction-field" htmlFor="scenario-name">
            名称
            <InputGroup
              id="scenario-name"
              autoFocus
              value={name}
              maxLength={60}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </label>
          {drafts.map((draft, which) => (
            <EffectFields
              key={draft.key}
              draft={draft}
              which={which}
              options={options}
              problem={tried ? (problems[which] ?? '') : ''}
              onChange={(changed) => change(draft.key, changed)}
              {...(drafts.length > 1 && {
                onRemove: () => setDrafts(drafts.filter(({ key }) => key !== draft.key)),
              })}
            />
          ))}
          <Button
            size="small"
            text="再加一段"
            disabled={drafts.length >= mostEffects}
            onClick={() => setDrafts([...drafts, usual()])}
          />
          <p className="prediction-muted">
            百分比乘在每天的预测上；不确定是上下浮动几个百分点，五次里有四次落在其中。参照过去时，比较当时的实际与事前的预测，大小和不确定都由此得出。
          </p>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text="取消" onClick={close} />
              <Button type="submit" intent="primary" text="确定" />
            </>
          }
        />
      </form>
    </TitledDialog>
  )
}

interface FieldsProps {
  draft: Draft
  which: number
  options: PredictionOptions
  problem: string
  onChange: (changed: Partial<Draft>) => void
  onRemove?: () => void
}

function EffectFields({ draft, which, options, problem, onChange, onRemove }: FieldsProps) {
  const { from, to, way, percent, error, name } = draft
  const nth = `第 ${which + 1} 段`
  return (
    <fieldset className="prediction-effect">
      <legend className="visually-hidden">{nth}影响</legend>
      <div className="prediction-effect-line">
        <DayField
          label={`${nth}开始`}
          value={from}
          onChange={(day) => onChange({ from: day, ...(to < day && { to: day }) })}
        />
        <span>至</span>
        <DayField label={`${nth}结束`} value={to} onChange={(day) => onChange({ to: day })} />
        {onRemove && (
          <Button size="small" variant="minimal" text="移除" aria-label={`移除${nth}`} onClick={onRemove} />
        )}
      </div>
      <div className="prediction-effect-line">
        <HTMLSelect
          aria-label={`${nth}的大小`}
          value={way}
          onChange={(event) => {
            const next = event.currentTarget.value as Draft['way']
            onChange({ way: next, name: next === 'holiday' ? (options.holidays[0] ?? '') : '' })
          }}
          options={[
            { value: 'percent', label: '每天变化' },
            ...likeKinds.map((kind) => ({ value: kind, label: `参照过去的${likeTitles[kind]}` })),
          ]}
        />
        {way === 'percent' && (
          <>
            <InputGroup
              className="prediction-figure"
              inputMode="decimal"
              aria-label={`${nth}的百分比`}
              value={percent}
              rightElement={<span className="prediction-unit">%</span>}
              onChange={(event) => onChange({ percent: event.currentTarget.value })}
            />
            <span>±</span>
            <InputGroup
              className="prediction-figure"
              inputMode="decimal"
              aria-label={`${nth}的不确定`}
              placeholder="0"
              value={error}
              onChange={(event) => onChange({ error: event.currentTarget.value })}
            />
          </>
        )}
        {way === 'holiday' && (
          <HTMLSelect
            aria-label={`${nth}参照的节日`}
            value={name}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
            options={options.holidays}
          />
        )}
        {(way === 'version' || way === 'event') && (
          <InputGroup
            aria-label={`${nth}参照的注记`}
            placeholder="标题里的字，留空为全部"
            value={name}
            maxLength={60}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
        )}
      </div>
      {problem && (
        <p className="prediction-wrong" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
