// The user's saved queries, by folder.

import { Document, FolderClose } from '@blueprintjs/icons'
import { useEffect, useMemo } from 'react'
import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import { foldText, matchesName } from '#shared/textMatch.ts'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { useNarrow } from '#web/ui/useNarrow.ts'
import type { SavedQuery } from '#features/code/contract.ts'
import { placeText } from '#features/code/web/library/folders.ts'
import { useDocuments } from '../documents/store.ts'
import { openQuery } from '../opening.ts'
import { setOpen, useView } from '../view.ts'
import { loadSaved, useSaved } from './lists.ts'
import { type Row, RowList } from './RowList.tsx'

function queryRow(query: SavedQuery, depth: number): Row {
  return {
    key: `q:${query.id}`,
    depth,
    icon: <Document size={14} />,
    label: query.name,
    title: [query.name, ...query.tags].join('，'),
    detail: query.tags.join(' '),
    onChoose: () => {
      useView.setState({ drawer: false })
      openQuery(query)
    },
  }
}

function savedRows(
  queries: readonly SavedQuery[],
  find: string,
  open: Readonly<Record<string, boolean>>,
): Row[] {
  const typed = foldText(find)
  const found = queries.filter(
    ({ name, pinyin, tags, folder, team }) =>
      matchesName(name, pinyin, find) ||
      [...tags, folder, team].some((text) => foldText(text).includes(typed)),
  )
  // Team folders come below one's own.
  const placeOf = (query: SavedQuery): string =>
    query.folderId === null ? query.folder : `团队：${placeText(query)}`
  const own = found.filter(({ folderId }) => folderId === null)
  const team = found.filter(({ folderId }) => folderId !== null)
  const placesOf = (queries: readonly SavedQuery[]) =>
    [...new Set(queries.map(placeOf))]
      .filter((place) => place !== '')
      .sort((one, other) => one.localeCompare(other, 'zh-CN'))
  const group = (folder: string): Row[] => {
    const key = `f:${folder}`
    const within = found.filter((query) => placeOf(query) === folder)
    const isOpen = open[key] ?? true
    const row: Row = {
      key,
      depth: 0,
      icon: <FolderClose size={14} />,
      label: folder,
      title: folder,
      detail: within.length,
      open: isOpen,
      onToggle: (next) => setOpen(key, next),
    }
    return [row, ...(isOpen ? within.map((query) => queryRow(query, 1)) : [])]
  }
  return [
    ...placesOf(own).flatMap(group),
    ...own.filter(({ folder }) => folder === '').map((query) => queryRow(query, 0)),
    ...placesOf(team).flatMap(group),
  ]
}

export function SavedList() {
  const { status, failure, items } = useSaved()
  const find = useView((state) => state.find.saved)
  const open = useView((state) => state.open)
  // Saving the active tab updates the list at once.
  const version = useDocuments(({ documents, active }) => {
    const saved = documents[active]?.saved
    return saved ? `${saved.id} ${saved.version}` : ''
  })
  const tall = useNarrow()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version is read anew.
  useEffect(() => void loadSaved(), [version])
  const rows = useMemo(() => savedRows(items, find, open), [items, find, open])
  if (items.length === 0) {
    if (status === 'failed') {
      return <ErrorState title="已存查询读取失败" failure={failure} onRetry={() => void loadSaved()} />
    }
    if (status !== 'ready') return <Skeleton lines={8} />
    return <EmptyState title="还没有已存查询" description="写好 SQL 后保存，会出现在这里" />
  }
  return (
    <>
      {rows.length === 0 ? (
        <p className="side-empty">没有符合「{find}」的查询</p>
      ) : (
        <RowList label="已存查询" rows={rows} tall={tall} />
      )}
      <Link href={pages.codeQueryList()} className="side-more">
        管理全部已存查询
      </Link>
    </>
  )
}
