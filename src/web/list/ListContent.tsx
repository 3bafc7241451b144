// A list's rows with the preview and the status line, or the state in their place.
import { Button } from '@blueprintjs/core'
import { Lock, Search } from '@blueprintjs/icons'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { CallError } from '../api/callError.ts'
import { KeyHint } from '../shell/keys/KeyHint.tsx'
import { isFocusFree } from '../ui/focus/focusTrail.ts'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { ErrorState } from '../ui/states/ErrorState.tsx'
import { FailureLine } from '../ui/states/FailureLine.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { isNarrowed, type ListAddress } from './address.ts'
import type { ListState } from './defineList.ts'
import { ListStatus } from './ListStatus.tsx'
import { ListTable } from './ListTable.tsx'
import type { ListWork } from './ListWork.ts'

interface Props<Row extends object> {
  work: ListWork<Row>
  state: ListState<Row>
  address: ListAddress
  preview?: ((row: Row) => ReactNode) | undefined
}

/** This many rows are searched within a key press's own frame: about a microsecond each. */
const mostAtOnce = 20_000

export function ListContent<Row extends object>({ work, state, address, preview }: Props<Row>) {
  const { list } = work
  const { status, failure, rows: all, pagesRead } = state
  // A very long list is searched after the letter is shown. Others at once: two frames, the first of which
  // only dims the rows, take longer than the search.
  const late = useDeferredValue(all.length > mostAtOnce ? address.text : null)
  const text = all.length > mostAtOnce ? (late ?? address.text) : address.text
  const asked = useSteady(text === address.text ? address : { ...address, text })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are read through the list.
  const rows = useMemo(() => list.shown(asked), [list, asked, all, pagesRead])
  const [front, setFront] = useState('')
  const onFront = useCallback((id: string) => setFront(id), [])
  if (status === 'idle' || status === 'loading') return <Skeleton lines={10} />
  if (status === 'failed' && failure?.status === 403) return <NotAllowed message={failure.message} />
  if (status === 'failed')
    return (
      <ErrorState
        title={`${list.declaration.title}读取失败`}
        failure={failure}
        onRetry={() => void list.refresh()}
      />
    )
  if (rows.count === 0) return <Nothing work={work} narrowed={isNarrowed(address)} />
  const at = rows.placeOf(front)
  const row = at < 0 ? undefined : rows.at(at)
  const isOld = state.refreshing || text !== address.text
  return (
    <>
      <div className={isOld ? 'list-body list-old' : 'list-body'} aria-busy={isOld}>
        {isOld && <div className="thin-bar" />}
        <ListTable
          work={work}
          rows={rows}
          all={all}
          address={asked}
          ticked={state.ticked}
          onFront={onFront}
        />
        {row && preview && <div className="list-preview">{preview(row)}</div>}
      </div>
      {list.pages?.failure && <LostPage pages={list.pages} {...list.pages.failure} />}
      <ListStatus work={work} state={state} shown={rows.count} total={list.pages ? rows.count : all.length} />
    </>
  )
}

/** The same object while it is equal: a letter not searched yet must not render the rows again. */
function useSteady(address: ListAddress): ListAddress {
  const kept = useRef(address)
  if (JSON.stringify(kept.current) !== JSON.stringify(address)) kept.current = address
  return kept.current
}

interface LostPageProps {
  pages: { retry: () => void }
  page: number
  error: CallError
}

/** Loaded pages stay; only this page's rows are missing. */
function LostPage({ pages, page, error }: LostPageProps) {
  return (
    <div className="list-lost">
      <FailureLine what={`第 ${page} 页读取失败`} failure={error} onRetry={() => pages.retry()} />
    </div>
  )
}

function NotAllowed({ message }: { message: string }) {
  return <EmptyState icon={<Lock size={32} />} title="没有查看这个列表的权限" description={message} />
}

/** The last row is gone: in the search field Ctrl+Z would only undo letters. */
const takeFocus = (button: HTMLElement | null): void => {
  if (isFocusFree()) button?.focus({ preventScroll: true })
}

function Nothing<Row extends object>({ work, narrowed }: { work: ListWork<Row>; narrowed: boolean }) {
  const { empty, noun } = work.list.declaration
  if (narrowed)
    return (
      <EmptyState
        icon={<Search size={32} />}
        title={`没有符合的${noun}`}
        description="请换个关键词，或清除筛选条件。"
        action={
          <Button ref={takeFocus} onClick={() => work.clear()}>
            清除全部条件 <KeyHint command="list.clear" />
          </Button>
        }
      />
    )
  return (
    <EmptyState
      {...empty}
      description={typeof empty.description === 'string' ? empty.description : empty.description()}
      action={
        empty.action ??
        (work.canCreate && work.mayWriteHere && (
          <Button intent="primary" onClick={() => work.create()}>
            新建{noun} <KeyHint command="list.create" />
          </Button>
        ))
      }
    />
  )
}
