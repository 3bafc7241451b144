// The matches of a search, or why there is nothing to show.
import { Button } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useEffect, useMemo } from 'react'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { change, isPresent, run, setStore, widenRange } from '../actions.ts'
import { sameQuestion } from '../address.ts'
import { remoteRows } from '../reading/linePages.ts'
import { search } from '../reading/search.ts'
import { type Searched, useLogs } from '../store.ts'
import { boundsText } from '../time/range.ts'
import { LinesTable } from './LinesTable.tsx'
import { returnTo } from './returning.ts'

export function FoundLines() {
  const searched = useLogs((state) => state.searched)
  const failure = useLogs((state) => state.failure)
  const problems = useLogs((state) => state.problems)
  const searching = useLogs((state) => state.searching)
  const address = useLogs((state) => state.address)
  const places = useLogs((state) => state.places)
  if (places && !isPresent(address, places)) return <NoStore />
  if (failure && problems.length === 0) {
    return (
      <ErrorState
        title="日志查询失败"
        failure={failure}
        onRetry={() => void search(address)}
        action={<Button text="放宽或换个时间再试" onClick={widenRange} />}
      />
    )
  }
  if (!searched)
    return <div className="log-wait">{searching && <Skeleton lines={14} label="正在查询日志..." />}</div>
  const isOld = !sameQuestion(searched.address, address)
  return (
    <div
      className={isOld ? 'log-found log-old' : 'log-found'}
      aria-busy={searching}
      data-query={searched.address.query}
    >
      {searching && <div className="thin-bar" />}
      {isOld && problems.length > 0 && <p className="log-old-note">条件有误，下面仍是之前查到的</p>}
      <Found searched={searched} />
    </div>
  )
}

function Found({ searched }: { searched: Searched }) {
  const { book, serial, address, done, stopped } = searched
  const searching = useLogs((state) => state.searching)
  const lineAt = useMemo(() => (row: number) => book.lineAt(row), [book])
  const remote = useMemo(() => (cellAt: Parameters<typeof remoteRows>[1]) => remoteRows(book, cellAt), [book])
  useEffect(() => returnTo(book), [book])
  // Read anew with each progress update.
  const { rowCount } = book
  if (rowCount === 0 && !searching && (done || stopped)) return <Nothing searched={searched} />
  return (
    <LinesTable
      label="查到的日志"
      rowCount={rowCount}
      lineAt={lineAt}
      remote={remote}
      dataKey={serial}
      keepsPlace
      severalStores={address.request !== ''}
      empty={searching ? '正在查询...' : '没有查到'}
    />
  )
}

function Nothing({ searched: { bounds, address, stopped } }: { searched: Searched }) {
  const has = address.query !== ''
  return (
    <EmptyState
      title={stopped ? '已停止，还没有查到' : '没有查到日志'}
      description={`${boundsText(bounds)} 里没有${has ? '符合条件的' : ''}日志。可以放宽时间${has ? '，或减少一些条件' : ''}。`}
      icon={<Search size={32} />}
      action={
        <>
          <Button intent="primary" text="放宽时间" onClick={widenRange} />
          {has && <Button text="清除条件" onClick={() => run('')} />}
          {address.request !== '' && (
            <Button text="查近 7 天" onClick={() => change({ range: { last: '7d' } })} />
          )}
        </>
      }
    />
  )
}

function NoStore() {
  const { entrance, store } = useLogs((state) => state.address)
  const places = useLogs((state) => state.places)
  const first = places?.entrances[0]
  const to = first && places?.stores[first.name]?.[0]
  if (!first || !to) {
    return (
      <EmptyState
        title="还没有日志"
        description="服务器运行一会儿就有自己的日志；自有的日志文件由管理员在 settings.json 里指明。"
      />
    )
  }
  return (
    <EmptyState
      title="没有这个日志库"
      description={`「${entrance} / ${store}」不存在、已被移走，或不对你开放。`}
      action={
        <Button intent="primary" text={`打开${to.title}`} onClick={() => setStore(first.name, to.name)} />
      }
    />
  )
}
