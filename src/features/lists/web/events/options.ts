// The event form's options, read together with the list; they come from the warehouse and may arrive later
// than the rows.
import { create } from 'zustand'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { type EventOptions, listEventOptions } from '#features/lists/contract.ts'

interface Offered {
  options: EventOptions
  /** Why `options` are outdated or missing. */
  failure: CallError | null
}

const none: EventOptions = { categories: [], games: [], states: [], unnamed: [], problem: '' }
export const useEventOptions = create<Offered>(() => ({ options: none, failure: null }))

export const eventOptions = (): EventOptions => useEventOptions.getState().options

/** Never rejects: the form shows why the options are missing. */
export async function readOptions(signal?: AbortSignal): Promise<void> {
  try {
    const options = await call(listEventOptions, {}, { quiet: true, loading: null, signal })
    useEventOptions.setState({ options, failure: null })
  } catch (error) {
    if (!signal?.aborted) useEventOptions.setState({ failure: failureOf(error) })
  }
}
