// The points and dimensions that can be forecast and searched; both pages read them once per tab.
import { create } from 'zustand'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { type PredictionOptions, predictionOptions } from '#features/prediction/contract.ts'

interface Known {
  options: PredictionOptions | null
  failure: CallError | null
}

export const useOptions = create<Known>(() => ({ options: null, failure: null }))

export async function readOptions(): Promise<void> {
  try {
    useOptions.setState({ options: await call(predictionOptions, {}, quiet), failure: null })
  } catch (error) {
    useOptions.setState({ failure: failureOf(error) })
  }
}
