// The value filter of a column in a dialog.

import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import type { Run } from '#features/code/contract.ts'
import { ValuesFilter } from './ValuesFilter.tsx'

interface Props {
  run: Run
  column: number
  onClose: () => void
}

export function ValuesDialog({ run, column, onClose }: Props) {
  const title = run.columns[column]?.title ?? ''
  return (
    <TitledDialog title={`筛选「${title}」`} className="result-values-dialog" onClose={onClose}>
      <ValuesFilter run={run} column={column} onClose={onClose} />
    </TitledDialog>
  )
}
