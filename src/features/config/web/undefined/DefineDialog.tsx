// Defines a table of the warehouse: its columns as dimensions and points, its key and joins, chosen, renamed
// and created at once.
import { Button, DialogBody } from '@blueprintjs/core'
import { useState } from 'react'
import { call, quiet } from '#web/api/client.ts'
import { closeDialog } from '#web/shell/dialog.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { tableProposal, type UndefinedTable } from '#features/config/contract.ts'
import { useAnswer } from '../uses/useAnswer.ts'
import { ProposalForm } from './ProposalForm.tsx'
import { readUndefined } from './store.ts'
import '../config.css'

export function DefineDialog({ table: given }: { table: string | null }) {
  const [table, setTable] = useState(given)
  return (
    <TitledDialog
      title={table === null ? '定义数据表' : `定义数据表 ${table}`}
      className="config-dialog config-define"
      onClose={closeDialog}
    >
      {table === null ? <Tables onPick={setTable} /> : <Proposal table={table} />}
    </TitledDialog>
  )
}

function Tables({ onPick }: { onPick: (name: string) => void }) {
  const { told, failure, again } = useAnswer('tables', readUndefined)
  return (
    <DialogBody>
      {failure && <ErrorState title="数据表读取失败" failure={failure} onRetry={again} />}
      {!told && !failure && <Skeleton lines={6} />}
      {told?.length === 0 && (
        <EmptyState title="数据表都已定义" description="新的数据表进入数据仓库后，会在这里列出。" />
      )}
      <ul className="config-tables">
        {told?.map((table, at) => (
          <li key={table.name}>
            <Button
              variant="minimal"
              className="config-table"
              alignText="start"
              autoFocus={at === 0}
              onClick={() => onPick(table.name)}
            >
              <span className="config-table-name">{table.name}</span>
              <span>{table.comment}</span>
              <span className="config-muted">{sizeText(table)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </DialogBody>
  )
}

const sizeText = ({ rowCount, columns }: UndefinedTable): string =>
  `${rowCount.toLocaleString('en-US')} 行，${columns} 列`

function Proposal({ table }: { table: string }) {
  const { told, failure, again } = useAnswer(table, (signal) =>
    call(tableProposal, { params: { table } }, { ...quiet, signal }),
  )
  if (told) return <ProposalForm proposal={told} />
  return (
    <DialogBody>
      {failure ? (
        <ErrorState title="数据表分析失败" failure={failure} onRetry={again} />
      ) : (
        <>
          <p role="status">正在读这张表的列...</p>
          <Skeleton lines={8} />
        </>
      )}
    </DialogBody>
  )
}
