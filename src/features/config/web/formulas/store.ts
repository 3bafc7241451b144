// Formulas saved within reports.
import { create } from 'zustand'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { type FormulaInUse, formulasInUse } from '#features/config/contract.ts'

interface InUse {
  formulas: readonly FormulaInUse[]
  failure: CallError | null
}

export const useFormulasInUse = create<InUse>(() => ({ formulas: [], failure: null }))

export async function readFormulasInUse(signal?: AbortSignal): Promise<readonly FormulaInUse[]> {
  const silently = { quiet: true, loading: null, ...(signal && { signal }) }
  try {
    const formulas = await call(formulasInUse, {}, silently)
    useFormulasInUse.setState({ formulas, failure: null })
    return formulas
  } catch (error) {
    if (!signal?.aborted) useFormulasInUse.setState({ failure: failureOf(error) })
    throw error
  }
}
