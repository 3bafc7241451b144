// The estimate of what the form says: asked for after a typing pause, and once more before anything is sent.
import { useEffect, useState } from 'react'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { estimatePush, type PushEstimate, type PushSchedule } from '#features/push/contract.ts'

export interface Aim {
  cgi: string
  servers: readonly string[]
  /** Empty while none is chosen. */
  segment: string
  /** Null while incomplete. */
  schedule: PushSchedule | null
}

export interface Estimated {
  estimate: PushEstimate | null
  /** Whether it belongs to what was chosen before. */
  isOld: boolean
  failure: CallError | null
}

/** A typing pause: the warehouse is queried once, not at each letter. */
const pauseMs = 300

const bodyOf = ({ cgi, servers, segment, schedule }: Aim) => ({
  cgi,
  servers: [...servers],
  segment,
  ...(schedule && { schedule }),
})

export const askEstimate = (aim: Aim, signal?: AbortSignal): Promise<PushEstimate> =>
  call(estimatePush, { body: bodyOf(aim) }, { quiet: true, loading: null, ...(signal && { signal }) })

export function useEstimate(aim: Aim): Estimated {
  const [told, setTold] = useState<{ of: string; estimate: PushEstimate } | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const asked = JSON.stringify(aim)
  useEffect(() => {
    const aim = JSON.parse(asked) as Aim
    // Without an audience the server would count everybody, which nobody has chosen.
    if (aim.segment === '') return setTold(null)
    const asking = new AbortController()
    const timer = setTimeout(() => {
      askEstimate(aim, asking.signal).then(
        (estimate) => {
          setTold({ of: asked, estimate })
          setFailure(null)
        },
        (error: unknown) => {
          if (!asking.signal.aborted) setFailure(failureOf(error))
        },
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [asked])
  return { estimate: told?.estimate ?? null, isOld: told !== null && told.of !== asked, failure }
}
