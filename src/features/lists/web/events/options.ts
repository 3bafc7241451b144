// What the event form offers, read with the list.
import { call } from '../../../../web/api/client.ts'
import { type EventOptions, listEventOptions } from '../../contract.ts'

const none: EventOptions = { categories: [], games: [], states: [], unnamed: [], problem: '' }
let options = none

export const eventOptions = (): EventOptions => options

export async function readOptions(signal: AbortSignal): Promise<void> {
  options = await call(listEventOptions, {}, { quiet: true, loading: null, signal })
}
