// The published tables, by kind, with their columns.

import { useMemo } from 'react'
import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { holds } from '#web/shell/session.ts'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { useNarrow } from '#web/ui/useNarrow.ts'
import { loadCatalog, useCatalog } from '../catalog.ts'
import { useView } from '../view.ts'
import { RowList } from './RowList.tsx'
import { tableRows } from './tableRows.tsx'

export function TablesList() {
  const { status, failure, tables } = useCatalog()
  const find = useView((state) => state.find.tables)
  const open = useView((state) => state.open)
  const tall = useNarrow()
  const rows = useMemo(() => tableRows(tables, find, open), [tables, find, open])
  if (tables.length === 0) {
    if (status === 'failed') {
      return <ErrorState title="表读取失败" failure={failure} onRetry={() => void loadCatalog()} />
    }
    if (status !== 'ready') return <Skeleton lines={10} />
    return <NoTables />
  }
  if (rows.length === 0) return <p className="side-empty">没有符合「{find}」的表或列</p>
  return <RowList label="表" rows={rows} tall={tall} />
}

/** Users who may import data get a link; others are told whom to ask. */
function NoTables() {
  if (!holds('search_config'))
    return <EmptyState title="没有可以查询的表" description="请联系管理员发布数据表或开通游戏" />
  return (
    <EmptyState
      title="还没有可以查询的表"
      description="导入一个文件就有第一张表，也可以在服务器上用 npm run import。"
      action={
        <Link href={pages.configImport()} className="bp6-button bp6-intent-primary">
          导入数据 <KeyHint command="imports.open" />
        </Link>
      }
    />
  )
}
