// Where a report's data comes from and how fresh it is, with the way to whoever can do something about it.
import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { call } from '#web/api/client.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { explainColumns } from '#features/statement/contract.ts'
import './explain.css'
import { SourceTables } from './SourceTables.tsx'
import type { Subjects } from './subjects.ts'
import { useAnswer } from './useAnswer.ts'

interface Props {
  subjects: Subjects
  onClose: () => void
}

export function DataDialog({ subjects, onClose }: Props) {
  const { value, problem, again } = useAnswer(JSON.stringify(subjects), (signal) =>
    call(explainColumns, { body: subjects }, { signal, quiet: true, loading: null }),
  )
  const all = value?.points.flatMap(({ tables }) => tables) ?? []
  const tables = [...new Map(all.map((table) => [table.tableName, table])).values()]
  return (
    <TitledDialog title="数据来源与更新" onClose={onClose} className="explain-column">
      <DialogBody>
        {problem !== null && <ErrorState title="数据来源读取失败" failure={problem} onRetry={again} />}
        {problem === null && value === null && <Skeleton lines={4} />}
        {value && tables.length === 0 && <p className="explain-none">这张报表没有用到数据表。</p>}
        <SourceTables tables={tables} />
      </DialogBody>
      <DialogFooter actions={<Button intent="primary" text="关闭" onClick={onClose} autoFocus />} />
    </TitledDialog>
  )
}
