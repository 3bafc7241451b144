// Which own formula is being edited, and of which definition: the shown report, or its editor's draft.
import { create } from 'zustand'
import type { OwnFormula, ReportInfo } from '#semantic/model/types.ts'
import { changeDraft } from '../editor/actions.ts'
import { useEditor } from '../editor/store.ts'
import { change } from '../report/follow.ts'
import { type QueryParams, useReport } from '../report/store.ts'

interface FormulaState {
  /** Null: none; `id` null: a new one. */
  open: { id: number | null } | null
}

export const useFormulas = create<FormulaState>(() => ({ open: null }))

/** The definition that formulas are edited for: the draft's while its editor is open. */
export function workingInfo(): { info: ReportInfo; params: QueryParams | null } | null {
  const { draft, params } = useEditor.getState()
  if (draft) return { info: draft.info, params }
  const { present, params: own } = useReport.getState()
  return present && { info: present.info, params: own }
}

function changeWorking(patch: Partial<ReportInfo>): void {
  if (useEditor.getState().draft) changeDraft(patch)
  else change(patch, { atOnce: true })
}

/** The list of points it was opened from closes, because the form covers it. */
export function writeFormula(id: number | null): void {
  useReport.setState({ picker: null })
  useFormulas.setState({ open: { id } })
}

export const closeFormula = (): void => useFormulas.setState({ open: null })

/** The first unused id. */
export const freeId = (formulas: readonly OwnFormula[]): number => {
  const taken = new Set(formulas.map(({ id }) => id))
  let id = -1
  while (taken.has(id)) id -= 1
  return id
}

/** A new one is shown at once, after the points. */
export function keepFormula(formula: OwnFormula): void {
  const working = workingInfo()
  if (!working) return
  const { formulas = [], points } = working.info
  const isNew = !formulas.some(({ id }) => id === formula.id)
  changeWorking({
    formulas: isNew ? [...formulas, formula] : formulas.map((one) => (one.id === formula.id ? formula : one)),
    ...(isNew && { points: [...points, formula.id] }),
  })
}

/** With everything in the report that uses it, including other formulas. */
export async function removeFormula(id: number): Promise<void> {
  const working = workingInfo()
  if (!working) return
  const { withoutIds } = await import('#semantic/model/references.ts')
  const left = withoutIds(working.info, { dims: new Set(), points: new Set([id]) })
  const cleared = Object.fromEntries(Object.keys(working.info).map((key) => [key, undefined]))
  changeWorking({ ...cleared, ...left })
}
