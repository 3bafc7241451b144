// The form of a report's own formula, loaded on first use.
import { onDemand } from '#web/ui/onDemand.tsx'
import { useFormulas } from './store.ts'

const FormulaDialog = onDemand(async () => (await import('./FormulaDialog.tsx')).FormulaDialog)

export function FormulaHost() {
  const open = useFormulas((state) => state.open)
  return open ? <FormulaDialog key={open.id ?? 'new'} id={open.id} /> : null
}
