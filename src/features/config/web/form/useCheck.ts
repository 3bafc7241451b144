// Validates typed content as the server would on saving: problems and SQL after a short pause, rows and
// figures after a longer one. A newer text cancels the request for an older one.
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { type CallError, failureOf } from '#web/api/client.ts'
import type {
  CheckedDimension,
  CheckedPoint,
  CheckedTable,
  DefinitionProblem,
} from '#features/config/contract.ts'

/** The answers of the four checks; each check returns some of these. */
export type Checked = CheckedTable &
  Partial<Omit<CheckedPoint, keyof CheckedTable>> &
  Partial<Omit<CheckedDimension, keyof CheckedTable>>

interface CheckState {
  /** The answer for the last checked text; null before the first. */
  checked: Checked | null
  /** Whether `checked` includes the figures. */
  figures: boolean
  failure: CallError | null
  /** A request is running, so the shown answer belongs to an older text. */
  asking: boolean
}

const idle: CheckState = { checked: null, figures: false, failure: null, asking: false }
/** Only one form is open at a time. */
export const useCheckState = create<CheckState>(() => idle)

const problemsMs = 150
const figuresMs = 600

export type AskCheck = (figures: boolean, signal: AbortSignal) => Promise<Checked>

/** `body` changes whenever the request changes. */
export function useCheck(body: string, ask: AskCheck): void {
  const latest = useRef(ask)
  latest.current = ask
  useEffect(() => () => useCheckState.setState(idle), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `body` stands for what `ask` sends.
  useEffect(() => {
    const giving = new AbortController()
    const { signal } = giving
    useCheckState.setState({ asking: true })
    const run = async () => {
      try {
        await pause(problemsMs, signal)
        const checked = await latest.current(false, signal)
        if (signal.aborted) return
        const isRight = checked.problems.length === 0
        useCheckState.setState({ checked, figures: !isRight, failure: null, asking: isRight })
        if (!isRight) return
        await pause(figuresMs - problemsMs, signal)
        const full = await latest.current(true, signal)
        if (!signal.aborted) useCheckState.setState({ checked: full, figures: true, asking: false })
      } catch (error) {
        const failure = failureOf(error)
        if (!signal.aborted && !failure.aborted) useCheckState.setState({ failure, asking: false })
      }
    }
    void run()
    return () => giving.abort()
  }, [body])
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    // Never settles: nobody waits for a cancelled request.
    signal.addEventListener('abort', () => clearTimeout(timer))
  })

export const problemsAt = (checked: Checked | null, field: string): readonly DefinitionProblem[] =>
  checked?.problems.filter((problem) => problem.field === field) ?? []
