// Formulas that saved reports keep for themselves.
import { create } from 'zustand'
import { call } from '../../../../web/api/client.ts'
import { type FormulaInUse, formulasInUse } from '../../contract.ts'

export const useFormulasInUse = create<{ formulas: readonly FormulaInUse[] }>(() => ({ formulas: [] }))

export async function readFormulasInUse(signal?: AbortSignal): Promise<readonly FormulaInUse[]> {
  const silently = { quiet: true, loading: null, ...(signal && { signal }) }
  const formulas = await call(formulasInUse, {}, silently)
  useFormulasInUse.setState({ formulas })
  return formulas
}
