// The figures that the alarm in front watches, of its last whole period.
import { useEffect, useState } from 'react'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { type Alarm, type AlarmReportData, getAlarmReportData } from '#features/alarm/contract.ts'
import { withUnit } from '../plot.ts'

const days = 3
const valuesShown = 3
/** Who walks through the rows asks for none of those passed by. */
const pauseMs = 250

export function Figures({ alarm: { id, lastPeriod } }: { alarm: Alarm }) {
  const [told, setTold] = useState<AlarmReportData | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another period, other figures.
  useEffect(() => {
    const asking = new AbortController()
    const timer = setTimeout(() => {
      call(getAlarmReportData, { body: { id, days } }, { ...quiet, signal: asking.signal }).then(
        setTold,
        (error: unknown) => {
          if (!asking.signal.aborted) setFailure(failureOf(error))
        },
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [id, lastPeriod])
  if (failure) return <span className="alarm-muted">读取失败：{failure.message}</span>
  if (!told) return <span className="alarm-muted">加载中...</span>
  return <>{textOf(told) || '没有数据'}</>
}

function textOf({ periods, unfinishedFrom, points, values, truncated }: AlarmReportData): string {
  const end = unfinishedFrom === null ? periods.length : periods.indexOf(unfinishedFrom)
  const at = (end < 0 ? periods.length : end) - 1
  const shown = values.slice(0, valuesShown).map(({ label, figures }) => {
    const own = points.map((point, place) => withUnit(point, figures[place]?.[at] ?? null))
    return [label, own.join('、')].filter(Boolean).join(' ')
  })
  if (at < 0 || shown.length === 0) return ''
  const rest = values.length > valuesShown || truncated ? ' 等' : ''
  return `${periods[at]}：${shown.join('；')}${rest}`
}
