// The found days, the most unusual first: one Tab stop with arrow-key navigation; the causes of the selected
// day show beside it.
import { Button, ProgressBar } from '@blueprintjs/core'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react'
import { emptyText } from '#shared/nothing.ts'
import { DayText, tintClass } from '#web/table/days/DayText.tsx'
import { useDayMark, yearsOfDays } from '#web/table/days/dayMarks.ts'
import { SmallTable } from '#web/ui/smallTable/SmallTable.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import type { Finding, Found, RangeAddress } from '#features/prediction/contract.ts'
import { figureOf } from '../turnover/plot.ts'
import { FindingPane } from './FindingPane.tsx'
import { findingTexts } from './plot.ts'
import { ask, keyOf, search, stop, useRange } from './store.ts'

interface Props {
  found: Found
  asked: RangeAddress
}

const mostShown = 500

export function Unusual({ found, asked }: Props) {
  const { isWorking, isStopped } = useRange()
  const { findings, all, done } = found
  const chosen = findings.find((one) => keyOf(one) === asked.chosen) ?? findings[0]
  return (
    <>
      <div className="prediction-told" role="status">
        <p className="prediction-sentence">
          {found.from} 至 {found.to}，
          {findings.length === 0 ? (
            `没有超出 ${asked.level}% 区间的日期`
          ) : (
            <b>{findings.length} 个异常日期</b>
          )}
          <span className="prediction-muted">
            （逐日预测了 {found.forecasts.toLocaleString('en-US')} 个值
            {found.untold > 0 && `，${found.untold.toLocaleString('en-US')} 个历史太短没有判断`}）
          </span>
        </p>
        {isWorking && (
          <p className="prediction-progress">
            <ProgressBar value={all === 0 ? undefined : done / all} stripes={false} animate={false} />
            <span>
              {done} / {all}
            </span>
            <Button size="small" text="停止" onClick={stop} />
          </p>
        )}
        {isStopped && done < all && (
          <p className="prediction-muted">
            已停止，只看了 {done} / {all} 个值。
            <Button size="small" variant="minimal" text="重新查" onClick={() => void search(asked)} />
          </p>
        )}
        {found.notes.map((note) => (
          <p key={note} className="prediction-muted">
            {note}
          </p>
        ))}
      </div>
      {chosen ? (
        <div className="prediction-beside prediction-search">
          <Findings found={found} asked={asked} chosen={chosen} />
          <FindingPane key={keyOf(chosen)} finding={chosen} found={found} asked={asked} />
        </div>
      ) : (
        !isWorking && (
          <EmptyState
            title="都在预期之内"
            description="每天的数字都落在事前预测的区间里。可以换小一档的区间，或分维度再看。"
          />
        )
      )}
    </>
  )
}

function Findings({ found, asked, chosen }: Props & { chosen: Finding }) {
  const id = useId()
  const box = useRef<HTMLElement>(null)
  const shown = found.findings.slice(0, mostShown)
  const markOf = useDayMark(useMemo(() => yearsOfDays(found.findings.map(({ day }) => day)), [found]))
  const textOf = useMemo(() => findingTexts(found), [found])
  const place = shown.findIndex((one) => keyOf(one) === keyOf(chosen))
  useEffect(() => {
    box.current?.querySelectorAll('tbody tr')[place]?.scrollIntoView({ block: 'nearest' })
  }, [place])
  const step = (event: KeyboardEvent) => {
    const next =
      event.key === 'ArrowDown'
        ? place + 1
        : event.key === 'ArrowUp'
          ? place - 1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? shown.length - 1
              : null
    const finding = next === null ? undefined : shown[Math.max(0, Math.min(shown.length - 1, next))]
    if (!finding) return
    event.preventDefault()
    event.stopPropagation()
    ask({ chosen: keyOf(finding) }, true)
  }
  const several = found.points.length > 1
  return (
    <section
      ref={box}
      className="prediction-scroll prediction-findings"
      aria-label="异常日期，方向键逐个查看"
      aria-describedby={`${id}-now`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: one stop of Tab for all rows, which arrows walk.
      tabIndex={0}
      data-kept-keys="up down home end"
      onKeyDown={step}
    >
      <span id={`${id}-now`} className="visually-hidden" aria-live="polite">
        {chosen.day} {chosen.label}
      </span>
      <SmallTable className="prediction-table">
        <thead>
          <tr>
            <th scope="col">日期</th>
            {several && <th scope="col">指标</th>}
            {found.dim && <th scope="col">{found.dim.name}</th>}
            <th scope="col" className="prediction-number">
              实际
            </th>
            <th scope="col" className="prediction-number">
              预期
            </th>
            <th scope="col" className="prediction-number">
              {asked.level}% 区间
            </th>
            <th scope="col" title="实际离预期的距离，是区间边界离预期的几倍">
              偏离
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((finding) => {
            const point = found.points.find((one) => one.id === finding.point)
            const text = textOf.get(finding.point) ?? figureOf({ format: null, unit: '' })
            const { day, label, value, expected, low, high, side, beyond, occasion } = finding
            return (
              <tr
                key={keyOf(finding)}
                className={finding === chosen ? 'prediction-chosen' : tintClass(markOf(day))}
                aria-current={finding === chosen ? 'true' : undefined}
                onClick={() => ask({ chosen: keyOf(finding) }, true)}
              >
                <th scope="row">
                  <DayText text={day} mark={markOf(day)} />
                  {occasion && <span className="prediction-muted">{occasion}</span>}
                </th>
                {several && <td>{point?.name}</td>}
                {found.dim && <td>{label || emptyText}</td>}
                <td className="prediction-number">{text(value)}</td>
                <td className="prediction-number">{text(expected)}</td>
                <td className="prediction-number">
                  {text(low)} – {text(high)}
                </td>
                <td className={side === 'up' ? 'prediction-up' : 'prediction-down'}>
                  {side === 'up' ? '高' : '低'}，
                  {beyond >= 9 ? '10 倍以上' : `${(1 + beyond).toFixed(1)} 倍区间`}
                </td>
              </tr>
            )
          })}
        </tbody>
      </SmallTable>
      {found.findings.length > shown.length && (
        <p className="prediction-muted">只列出偏离最大的 {mostShown} 个</p>
      )}
    </section>
  )
}
