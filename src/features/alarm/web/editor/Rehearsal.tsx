// What the rule would have done in its last 90 days: events on the chart, and in a list beside it with arrow
// keys.
import { HTMLSelect } from '@blueprintjs/core'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { PlotMark } from '#shared/plot/plot.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import {
  type AlarmRehearsal,
  alarmLevelTitles,
  type Outcome,
  outcomeTitles,
} from '#features/alarm/contract.ts'
import { plotOf } from '../plot.ts'
import { askAgain } from './live.ts'
import { watchesNothing } from './rules.ts'
import { useEditor } from './store.ts'

const PlotPane = onDemand(async () => (await import('../PlotPane.tsx')).PlotPane)

type Value = AlarmRehearsal['values'][number]

/** Outcomes that are marked and listed. */
const tones: Partial<Record<Outcome, PlotMark['tone']>> = {
  fire: 'bad',
  met: 'warning',
  quiet: 'open',
  held: 'open',
  rearm: 'open',
}

export function Rehearsal() {
  const { answer, failure, isOld } = useEditor((state) => state.rehearsed)
  const hasRule = useEditor(({ draft }) => draft !== null && !watchesNothing(draft))
  if (!hasRule) return null
  return (
    <section className="alarm-rehearsal" aria-label="预演" aria-busy={isOld}>
      <h2 className="alarm-heading">
        预演 <KeyHint command="alarm.toResult" />
      </h2>
      {isOld && !answer && <p role="status">正在预演...</p>}
      {failure && <FailureLine what="预演失败" failure={failure} onRetry={askAgain} />}
      {answer && (
        <div className={isOld ? 'alarm-old' : ''}>
          <Rehearsed rehearsal={answer} />
        </div>
      )}
    </section>
  )
}

function Rehearsed({ rehearsal }: { rehearsal: AlarmRehearsal }) {
  const { values, periods, messages, fires, checked, method, grain } = rehearsal
  const [key, setKey] = useState('')
  const value = values.find((one) => one.key === key) ?? values[0]
  const span =
    grain === 'run'
      ? `${periods.length} 次运行`
      : grain === 'hour'
        ? `${Math.round(periods.length / 24)} 天（按小时）`
        : `${periods.length} 天`
  return (
    <>
      <p role="status">
        过去 {span}：<b>{messages === 0 ? '不会发消息' : `会发 ${messages} 条消息`}</b>
        {fires > 0 && `，触发 ${fires} 次`}
        {checked > 1 && `，看了 ${checked} 项`}
      </p>
      {values.length > 1 && (
        <HTMLSelect
          aria-label="看哪一项的预演"
          value={value?.key ?? ''}
          onChange={(event) => setKey(event.currentTarget.value)}
          options={values.map((one) => ({
            value: one.key,
            label: `${one.label || '整体'}${one.fires > 0 ? `，触发 ${one.fires} 次` : ''}`,
          }))}
        />
      )}
      {value && <OneValue key={value.key} value={value} rehearsal={rehearsal} />}
      {method !== '' && <p className="alarm-muted alarm-method">{method}</p>}
    </>
  )
}

function OneValue({ value, rehearsal }: { value: Value; rehearsal: AlarmRehearsal }) {
  const { periods, points } = rehearsal
  const [at, setAt] = useState<number | null>(null)
  const marks = useMemo(() => marksOf(value), [value])
  return (
    <div className="alarm-rehearsed">
      <div className="alarm-plots">
        {value.series.map((series) => (
          <Figures
            key={series.point}
            series={series}
            periods={periods}
            point={points.find(({ id }) => id === series.point)}
            marks={marks}
            at={at}
            onAt={setAt}
          />
        ))}
      </div>
      <Outcomes value={value} periods={periods} at={at} onAt={setAt} />
    </div>
  )
}

const marksOf = ({ outcomes, reasons }: Value): PlotMark[] =>
  outcomes.flatMap((outcome, at) => {
    const tone = tones[outcome]
    return tone ? [{ at, tone, title: markText(outcome, reasons[at] ?? '') }] : []
  })

const markText = (outcome: Outcome, reason: string): string =>
  reason === '' ? outcomeTitles[outcome] : `${outcomeTitles[outcome]}：${reason}`

interface FiguresProps {
  series: Value['series'][number]
  point: AlarmRehearsal['points'][number] | undefined
  periods: readonly string[]
  marks: readonly PlotMark[]
  at: number | null
  onAt: (at: number | null) => void
}

function Figures({ series, point, periods, marks, at, onAt }: FiguresProps) {
  const plot = useMemo(
    () => (point ? plotOf(point, { ...series, periods }, marks) : null),
    [series, point, periods, marks],
  )
  if (!plot || !point) return null
  return <PlotPane plot={plot} label={`${point.name}，过去 ${periods.length} 期的预演`} at={at} onAt={onAt} />
}

interface OutcomesProps {
  value: Value
  periods: readonly string[]
  at: number | null
  onAt: (at: number | null) => void
}

/** Periods with an event, the latest first. One tab stop; arrow keys move within. */
function Outcomes({ value, periods, at, onAt }: OutcomesProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const places = value.outcomes.flatMap((outcome, place) => (tones[outcome] ? [place] : [])).reverse()
  const chosen = at === null ? -1 : places.indexOf(at)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  if (places.length === 0) return <p className="alarm-muted">没有一次满足条件。</p>
  const step = (event: KeyboardEvent) => {
    const next = stepOf(event.key, chosen, places.length)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onAt(places[next] ?? null)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div
      ref={list}
      className="alarm-outcomes"
      role="listbox"
      tabIndex={0}
      aria-label="每一次，最近的在前"
      aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
      data-kept-keys="up down home end"
      onKeyDown={step}
      onFocus={() => chosen < 0 && onAt(places[0] ?? null)}
    >
      {places.map((place, index) => {
        const outcome = value.outcomes[place] as Outcome
        const level = value.levels[place]
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus.
          <div
            key={place}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className="alarm-outcome"
            onClick={() => onAt(place)}
          >
            <span className="alarm-outcome-when">{periods[place]}</span>
            <span className={`alarm-outcome-what alarm-outcome-${outcome}`}>
              {outcomeTitles[outcome]}
              {outcome === 'fire' && level && ` ${alarmLevelTitles[level]}`}
            </span>
            <span className="alarm-muted">{value.reasons[place]}</span>
          </div>
        )
      })}
    </div>
  )
}

function stepOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(count - 1, at + 1)
  if (key === 'ArrowUp') return Math.max(0, at - 1)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
