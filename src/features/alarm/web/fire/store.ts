// The fire that its page shows.
import { create } from 'zustand'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { type AlarmFireDetail, getAlarmFire } from '#features/alarm/contract.ts'

interface Shown {
  fire: AlarmFireDetail | null
  failure: CallError | null
}

export const useFire = create<Shown>(() => ({ fire: null, failure: null }))

let reading = new AbortController()

/** What shows of the same fire stays meanwhile. */
export async function readFire(id: number): Promise<void> {
  reading.abort()
  const own = new AbortController()
  reading = own
  if (useFire.getState().fire?.id !== id) useFire.setState({ fire: null, failure: null })
  try {
    const fire = await call(getAlarmFire, { params: { id } }, { ...quiet, signal: own.signal })
    if (!own.signal.aborted) useFire.setState({ fire, failure: null })
  } catch (error) {
    if (!own.signal.aborted) useFire.setState({ failure: failureOf(error) })
  }
}

export function leaveFire(): void {
  reading.abort()
  useFire.setState({ fire: null, failure: null })
}
