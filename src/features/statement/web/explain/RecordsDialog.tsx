// The reader's background reports: their progress, and actions on kept results.
import { Button, DialogBody, DialogFooter, Switch, Tag } from '@blueprintjs/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import type { BackgroundRecord } from '#features/statement/contract.ts'
import { businessToday, rangeText } from '../dates/days.ts'
import { useReport } from '../report/store.ts'
import './explain.css'
import './records.css'
import { timeText } from '#web/ui/timeText.ts'
import {
  exportRecord,
  followRecords,
  isUnderWay,
  loadRecords,
  openRecord,
  removeRecord,
  sendToBackground,
  useRecords,
} from './records.ts'

const states: Record<
  BackgroundRecord['status'],
  { text: string; intent: 'none' | 'success' | 'danger' | 'primary' }
> = {
  queued: { text: '排队中', intent: 'none' },
  running: { text: '运行中', intent: 'primary' },
  done: { text: '已完成', intent: 'success' },
  failed: { text: '失败', intent: 'danger' },
  canceled: { text: '已取消', intent: 'none' },
}

export function RecordsDialog({ onClose }: { onClose: () => void }) {
  const { records, problem } = useRecords()
  const reportId = useReport((state) => state.present?.report?.id ?? null)
  const [mine, setMine] = useState(false)
  const [deleting, setDeleting] = useState<BackgroundRecord | null>(null)
  useEffect(() => {
    void loadRecords().then(() => followRecords())
  }, [])
  const shown = (records ?? []).filter((record) => !mine || record.reportId === reportId)
  return (
    <TitledDialog title="后台记录" onClose={onClose} className="records-dialog">
      <DialogBody>
        {problem !== null && records === null && (
          <ErrorState title="后台记录读取失败" failure={problem} onRetry={() => void loadRecords()} />
        )}
        {problem === null && records === null && <Skeleton lines={6} />}
        {records !== null && shown.length === 0 && (
          <EmptyState
            title="还没有后台记录"
            description="很慢的查询可以转到后台运行，关掉页面也会算完。"
            action={
              <Button
                intent="primary"
                onClick={() => {
                  onClose()
                  void sendToBackground()
                }}
              >
                把这张报表转到后台 <KeyHint command="background.run" />
              </Button>
            }
          />
        )}
        {shown.length > 0 && <List records={shown} onDelete={setDeleting} />}
      </DialogBody>
      <DialogFooter actions={<Button intent="primary" text="关闭" onClick={onClose} />}>
        {reportId !== null && (
          <Switch
            className="records-mine"
            label="只看这张报表的"
            checked={mine}
            onChange={(event) => setMine(event.currentTarget.checked)}
          />
        )}
      </DialogFooter>
      {deleting && (
        <ConfirmDialog
          confirm="删除"
          onClose={() => setDeleting(null)}
          onConfirm={() => void removeRecord(deleting)}
        >
          删除「{deleting.name}」保存的结果？删除后需要重新运行。
        </ConfirmDialog>
      )}
    </TitledDialog>
  )
}

interface ListProps {
  records: readonly BackgroundRecord[]
  onDelete: (record: BackgroundRecord) => void
}

/** Up and down move between rows, keeping the button. */
function List({ records, onDelete }: ListProps) {
  const list = useRef<HTMLUListElement>(null)
  const walk = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const row = (event.target as Element).closest('li')
    if (by === undefined || !row) return
    event.preventDefault()
    const next = by > 0 ? row.nextElementSibling : row.previousElementSibling
    next?.querySelector('button')?.focus()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first row has the focus as soon as there is one
  useEffect(() => list.current?.querySelector('button')?.focus(), [records.length > 0])
  return (
    <ul className="records" ref={list} onKeyDown={walk}>
      {records.map((record) => (
        <Row key={record.id} record={record} onDelete={onDelete} />
      ))}
    </ul>
  )
}

function Row({ record, onDelete }: { record: BackgroundRecord; onDelete: ListProps['onDelete'] }) {
  const { name, status, problem, info, rowCount, startedAt, endedAt, expiresAt } = record
  const state = states[status]
  const isDone = status === 'done'
  const runs = isUnderWay(record)
  return (
    <li>
      <div className="record-what">
        <span className="record-name">{name}</span>
        <Tag minimal intent={state.intent}>
          {state.text}
        </Tag>
        {info.dateRange && <span>{rangeText(info.dateRange, businessToday())}</span>}
        {isDone && <span>{rowCount.toLocaleString('en-US')} 行</span>}
      </div>
      <div className="record-when">
        {problem || <When startedAt={startedAt} endedAt={endedAt} expiresAt={isDone ? expiresAt : null} />}
      </div>
      <div className="record-actions">
        {isDone && (
          <>
            <Button size="small" text="打开" onClick={() => void openRecord(record)} />
            <Button size="small" variant="minimal" text="导出" onClick={() => void exportRecord(record)} />
          </>
        )}
        <Button
          size="small"
          variant="minimal"
          text={runs ? '取消' : '删除'}
          onClick={() => (isDone ? onDelete(record) : void removeRecord(record))}
        />
      </div>
    </li>
  )
}

const short = (time: string) => timeText(time, 'short')

function When({
  startedAt,
  endedAt,
  expiresAt,
}: {
  startedAt: string
  endedAt: string | null
  expiresAt: string | null
}) {
  const took = endedAt ? Math.max(0, Math.floor((Date.parse(endedAt) - Date.parse(startedAt)) / 1000)) : null
  return (
    <>
      {short(startedAt)} 开始
      {took !== null && `，用时 ${took < 60 ? `${took} 秒` : `${Math.round(took / 60)} 分`}`}
      {expiresAt && `，保存到 ${short(expiresAt)}`}
    </>
  )
}
