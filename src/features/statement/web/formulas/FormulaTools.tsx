// Above the list of points: the number of chosen ones, clear all, and a new formula.
import { Button } from '@blueprintjs/core'
import { ChosenTools } from '#web/pick/ChosenTools.tsx'
import type { PickItem } from '#web/pick/pickItem.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { isNewFormula } from './offering.ts'
import { writeFormula } from './store.ts'

export function FormulaTools({ count, onClear }: { count: number; onClear: () => void }) {
  return (
    <>
      <ChosenTools count={count} onClear={onClear} />
      <Button
        variant="minimal"
        size="small"
        text="新建公式…"
        endIcon={<KeyHint command="report.formula" />}
        onClick={() => writeFormula(null)}
      />
    </>
  )
}

export function newFormula(item: PickItem): boolean {
  if (!isNewFormula(item)) return false
  writeFormula(null)
  return true
}
