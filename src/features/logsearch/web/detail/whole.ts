// The full text of a line that was cut in the list; loaded on request.
import { useState } from 'react'
import { type CallError, failureOf } from '#web/api/client.ts'
import { readWhole } from '../lines/line.ts'
import type { ShownLine } from '../reading/question.ts'
import { useLogs } from '../store.ts'

export interface Whole {
  text: string
  /** Whether there is more than `text`. */
  cut: boolean
  reading: boolean
  failure: CallError | null
  read: () => Promise<void>
}

export function useWhole(line: ShownLine): Whole {
  const [state, setState] = useState<Omit<Whole, 'read'>>({
    text: line.text,
    cut: line.wholeBytes !== null,
    reading: false,
    failure: null,
  })
  const read = async () => {
    setState((now) => ({ ...now, reading: true, failure: null }))
    try {
      const { text, cut } = await readWhole(useLogs.getState().address.entrance, line.store, line.id)
      setState({ text, cut, reading: false, failure: null })
    } catch (error) {
      setState((now) => ({ ...now, reading: false, failure: failureOf(error) }))
    }
  }
  return { ...state, read }
}
