// /dictionary/detail?id=: edits one dictionary in a table.

import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { queryOf } from '#web/shell/longAddress.ts'
import { usePageTitle } from '#web/shell/pageTitle.ts'
import type { SelectionStatus } from '#web/table/types.ts'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { Grid } from './Grid.tsx'
import { closeSheet, openSheet, useOpened } from './opened.ts'
import { SheetStatus } from './SheetStatus.tsx'
import { TitleLine } from './TitleLine.tsx'
import { useLeaving } from './useLeaving.ts'
import '../dictionary.css'

export function Page() {
  const id = Number(queryOf(useSearch()).get('id'))
  const { dictionary, sheet, failure, read, conflict } = useOpened()
  const [selection, setSelection] = useState<SelectionStatus | null>(null)
  usePageTitle(sheet?.name ?? null)
  useLeaving()
  useEffect(() => {
    if (Number.isSafeInteger(id) && id > 0) void openSheet(id)
    return closeSheet
  }, [id])
  if (!(id > 0) || failure?.status === 404 || failure?.status === 400) return <Missing />
  if (failure)
    return (
      <section className="dictionary-page">
        <ErrorState isPage title="字典读取失败" failure={failure} onRetry={() => void openSheet(id)} />
      </section>
    )
  if (!sheet || !dictionary)
    return (
      <section className="dictionary-page">
        <Skeleton label={read > 0 ? `已读取 ${read.toLocaleString('en-US')} 行` : '加载中...'} />
      </section>
    )
  return (
    <section className="dictionary-page" aria-label={`字典 ${sheet.name}`}>
      <TitleLine sheet={sheet} />
      <Grid
        key={sheet.kept.id}
        sheet={sheet}
        label={`字典「${sheet.name}」的行`}
        onSelection={setSelection}
      />
      <SheetStatus sheet={sheet} dictionary={dictionary} selection={selection} />
      {conflict && <ConflictDialog sheet={sheet} conflict={conflict} />}
    </section>
  )
}

function Missing() {
  return (
    <EmptyState
      isPage
      title="没有这个字典"
      description="它可能已被删除。"
      action={<Link href={pages.dictionaryNew()}>到字典管理</Link>}
    />
  )
}
