// The user's temporary tables: size, expiry, and share of the quota.
import { Button, ProgressBar } from '@blueprintjs/core'
import { Plus, Th } from '@blueprintjs/icons'
import { useMemo } from 'react'
import { foldText, matchesName } from '#shared/textMatch.ts'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { useNarrow } from '#web/ui/useNarrow.ts'
import type { TemporaryTable } from '#features/code/contract.ts'
import { loadTemporary, useCatalog } from '../catalog.ts'
import { sqlWork } from '../sqlWork.ts'
import { openDialog, setOpen, useView } from '../view.ts'
import { type Row, RowList } from './RowList.tsx'
import { insertName, shortCount, written } from './tableRows.tsx'

function sizeText(bytes: number): string {
  if (bytes >= 2 ** 30) return `${(bytes / 2 ** 30).toFixed(1)} GB`
  if (bytes >= 2 ** 20) return `${(bytes / 2 ** 20).toFixed(1)} MB`
  return `${Math.max(bytes > 0 ? 1 : 0, Math.round(bytes / 1024))} KB`
}

/** The remaining time before expiry. */
function leftText(expiresAt: string, now = Date.now()): string {
  const hours = (new Date(expiresAt).getTime() - now) / 3_600_000
  if (hours <= 0) return '已过期'
  return hours < 24 ? `剩 ${Math.max(1, Math.floor(hours))} 小时` : `剩 ${Math.floor(hours / 24)} 天`
}

function temporaryRows(
  tables: readonly TemporaryTable[],
  find: string,
  open: Readonly<Record<string, boolean>>,
): Row[] {
  const typed = foldText(find)
  return tables
    .filter(
      ({ name, pinyin, columns }) =>
        matchesName(name, pinyin, find) || columns.some((column) => foldText(column.name).includes(typed)),
    )
    .flatMap((table): Row[] => {
      const { id, name, fullName, rowCount, bytes, expiresAt, columns } = table
      const key = `m:${id}`
      const isOpen = open[key] ?? false
      const row: Row = {
        key,
        depth: 0,
        icon: <Th size={14} />,
        label: <span className="side-code">{name}</span>,
        title: `${fullName}，${rowCount.toLocaleString('en-US')} 行，${sizeText(bytes)}，${timeText(expiresAt)} 过期`,
        detail: (
          <>
            {shortCount(rowCount)} 行 {sizeText(bytes)} {leftText(expiresAt)}
          </>
        ),
        open: isOpen,
        onToggle: (next) => setOpen(key, next),
        onChoose: () => insertName(fullName),
        drag: fullName,
        remove: {
          title: '删除临时表',
          label: `删除 ${fullName}`,
          run: () => openDialog({ kind: 'dropTemporary', id, name: fullName }),
        },
      }
      const below = columns.map(
        (column): Row => ({
          key: `${key}.${column.name}`,
          depth: 1,
          label: <span className="side-code">{column.name}</span>,
          title: `${column.name}，${column.type}`,
          detail: <span className="side-type">{column.type.toLowerCase()}</span>,
          drag: written(column.name),
          onChoose: () => insertName(written(column.name)),
        }),
      )
      return [row, ...(isOpen ? below : [])]
    })
}

function Quota() {
  const used = useCatalog((state) => state.used)
  const quota = useCatalog((state) => state.quota)
  if (quota === 0) return null
  const part = Math.min(1, used / quota)
  return (
    <div className="side-quota">
      <ProgressBar value={part} animate={false} stripes={false} intent={part > 0.9 ? 'warning' : 'primary'} />
      <span>
        已用 {sizeText(used)}，共 {sizeText(quota)}
      </span>
    </div>
  )
}

export function TemporaryList() {
  const { temporaryStatus: status, temporaryFailure: failure, temporary } = useCatalog()
  const find = useView((state) => state.find.temporary)
  const open = useView((state) => state.open)
  const tall = useNarrow()
  const rows = useMemo(() => temporaryRows(temporary, find, open), [temporary, find, open])
  const create = (
    <Button
      size="small"
      icon={<Plus size={12} />}
      text="由当前语句新建"
      onClick={() => sqlWork['sql.createTemporary']()}
    />
  )
  if (temporary.length === 0) {
    if (status === 'failed') {
      return <ErrorState title="临时表读取失败" failure={failure} onRetry={() => void loadTemporary()} />
    }
    if (status !== 'ready') return <Skeleton lines={6} />
    return (
      <EmptyState
        title="还没有临时表"
        description="把一条查询的结果存为临时表，就可以在别的查询中使用"
        action={create}
      />
    )
  }
  return (
    <>
      {rows.length === 0 ? (
        <p className="side-empty">没有符合「{find}」的临时表</p>
      ) : (
        <RowList label="临时表" rows={rows} tall={tall} />
      )}
      <div className="side-foot">{create}</div>
      <Quota />
    </>
  )
}
