// A few rows of a table, without leaving the editor.
import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { SmallTable } from '#web/ui/smallTable/SmallTable.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { queryLight, type ResultCell, type Run } from '#features/code/contract.ts'
import { openTable } from '../opening.ts'
import { sampleOf } from '../samples.ts'
import { insertName, written } from '../side/tableRows.tsx'

const sampleRows = 20

type Sample = { run: Run } | { failure: CallError } | null

function useSample(table: string, attempt: number): Sample {
  const [sample, setSample] = useState<Sample>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew.
  useEffect(() => {
    const left = new AbortController()
    setSample(null)
    const body = { sql: sampleOf(table), limit: sampleRows }
    call(queryLight, { body }, { quiet: true, loading: null, signal: left.signal }).then(
      (run) => setSample({ run }),
      (error: unknown) => {
        if (left.signal.aborted) return
        setSample({ failure: failureOf(error) })
      },
    )
    return () => left.abort()
  }, [table, attempt])
  return sample
}

const cellText = (cell: ResultCell | undefined) =>
  cell === null || cell === undefined ? '–' : typeof cell === 'boolean' ? (cell ? '是' : '否') : String(cell)

export function SampleDialog({ table, onClose }: { table: string; onClose: () => void }) {
  const [attempt, setAttempt] = useState(0)
  const sample = useSample(table, attempt)
  return (
    <TitledDialog title={`${table} 的样例`} onClose={onClose} className="sample-dialog">
      <DialogBody>
        {sample === null ? (
          <Skeleton lines={8} />
        ) : 'failure' in sample ? (
          <ErrorState title="样例读取失败" failure={sample.failure} onRetry={() => setAttempt(attempt + 1)} />
        ) : (
          <SampleTable run={sample.run} />
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button
              text="新建标签页查询"
              onClick={() => {
                onClose()
                openTable(table)
              }}
            />
            <Button
              intent="primary"
              autoFocus
              text="插入表名"
              onClick={() => {
                onClose()
                insertName(written(table))
              }}
            />
          </>
        }
      />
    </TitledDialog>
  )
}

function SampleTable({ run: { columns, data } }: { run: Run }) {
  const rows = data[0]?.length ?? 0
  if (rows === 0) return <EmptyState title="这张表还没有数据" />
  return (
    <div className="sample-scroll">
      <SmallTable className="sample-table">
        <thead>
          <tr>
            {columns.map(({ key, title, databaseType }) => (
              <th key={key} scope="col" title={databaseType}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sample rows never change their order.
            <tr key={row}>
              {columns.map(({ key, type }, at) => (
                <td key={key} className={type === 'integer' || type === 'number' ? 'sample-number' : ''}>
                  {cellText(data[at]?.[row])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </div>
  )
}
