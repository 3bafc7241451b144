// Checks a typed formula on the server: its errors with positions, and the last days. A newer text aborts the
// former request.
import { useEffect } from 'react'
import { create } from 'zustand'
import type { OwnFormula } from '#semantic/model/types.ts'
import { call, failureOf } from '#web/api/client.ts'
import { type CheckedFormulas, checkOwnFormulas } from '#features/statement/contract.ts'

interface CheckState {
  /** Belongs to the last answered text. */
  checked: (Omit<CheckedFormulas, 'formulas'> & { problems: FormulaProblem[] }) | null
  /** Why there is no answer, in words. */
  failure: string
  /** The shown answer belongs to an older text. */
  asking: boolean
}

type FormulaProblem = CheckedFormulas['formulas'][number]['problems'][number]

const idle: CheckState = { checked: null, failure: '', asking: false }
/** Only one form is open at a time. */
export const useFormulaCheck = create<CheckState>(() => idle)

const pauseMs = 250

export function useFormulaChecking(
  dims: readonly number[],
  others: readonly OwnFormula[],
  typed: OwnFormula,
): void {
  const body = JSON.stringify({ dims, formulas: [...others, typed], tried: typed.id })
  useEffect(() => () => useFormulaCheck.setState(idle), [])
  useEffect(() => {
    const asked = JSON.parse(body) as { dims: number[]; formulas: OwnFormula[]; tried: number }
    if (asked.formulas.at(-1)?.formula.trim() === '') {
      useFormulaCheck.setState(idle)
      return
    }
    const giving = new AbortController()
    useFormulaCheck.setState({ asking: true })
    const timer = setTimeout(() => {
      call(checkOwnFormulas, { body: asked }, { signal: giving.signal, quiet: true, loading: null }).then(
        ({ formulas, ...rest }) => {
          const own = formulas.find(({ id }) => id === asked.tried)
          const checked = { ...rest, problems: own?.problems ?? [] }
          if (!giving.signal.aborted) useFormulaCheck.setState({ checked, failure: '', asking: false })
        },
        (error) => {
          const failure = failureOf(error)
          if (!failure.aborted) useFormulaCheck.setState({ failure: failure.message, asking: false })
        },
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      giving.abort()
    }
  }, [body])
}
