// The next sending times for the timing as typed.
import { useEffect, useState } from 'react'
import type { Timing } from '#shared/timing.ts'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { timingMoments } from '#features/subscription/contract.ts'

const restMs = 300

export function Moments({ timing }: { timing: Timing }) {
  const [told, setTold] = useState('')
  const [failure, setFailure] = useState<CallError | null>(null)
  const key = JSON.stringify(timing)
  useEffect(() => {
    const asking = new AbortController()
    const timer = setTimeout(() => {
      const body = { timing: JSON.parse(key) as Timing }
      call(timingMoments, { body }, { quiet: true, loading: null, signal: asking.signal }).then(
        (moments) => {
          setTold(textOf(moments))
          setFailure(null)
        },
        (error: unknown) => {
          if (!asking.signal.aborted) setFailure(failureOf(error))
        },
      )
    }, restMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [key])
  if (failure) return <FailureLine failure={failure} />
  return (
    <p className="subscribe-moments" role="status">
      {told}
    </p>
  )
}

const textOf = (moments: readonly string[]): string =>
  moments.length === 0
    ? '每天数据到齐时发送，每 5 分钟看一次'
    : `接下来：${moments
        .slice(0, 3)
        .map((at) => timeText(at))
        .join('，')}`
