// What the event form offers, read with the list; it comes from the warehouse and may take longer than the rows.
import { create } from 'zustand'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { type EventOptions, listEventOptions } from '#features/lists/contract.ts'

interface Offered {
  options: EventOptions
  /** Why `options` are those of before, or none. */
  failure: CallError | null
}

const none: EventOptions = { categories: [], games: [], states: [], unnamed: [], problem: '' }
export const useEventOptions = create<Offered>(() => ({ options: none, failure: null }))

export const eventOptions = (): EventOptions => useEventOptions.getState().options

/** Never rejects: whoever shows the options shows why there are none. */
export async function readOptions(signal?: AbortSignal): Promise<void> {
  try {
    const options = await call(listEventOptions, {}, { quiet: true, loading: null, signal })
    useEventOptions.setState({ options, failure: null })
  } catch (error) {
    if (!signal?.aborted) useEventOptions.setState({ failure: failureOf(error) })
  }
}
