// /others/UserTagsTest: a player's tags, read by a signed request whose signing is shown.
import { useEffect } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { lookAgain, lookUp, readReferenceData } from './actions.ts'
import { wantedIn } from './address.ts'
import { HistoryPart } from './HistoryPart.tsx'
import { LookForm } from './LookForm.tsx'
import { SignedPart } from './SignedPart.tsx'
import { useTags } from './store.ts'
import { TagGroups } from './TagGroups.tsx'
import './usertag.css'

export function Page() {
  const { book, bookFailure, showsSigned, signed } = useTags()
  const wanted = wantedIn(useSearch())
  const { cgi, id, types } = wanted
  useEffect(() => void readReferenceData(), [])
  useEffect(() => {
    if (cgi !== '' && id !== '') void lookUp({ cgi, id, types })
  }, [cgi, id, types])
  return (
    <section className="usertag-page" aria-labelledby="usertag-title">
      <h1 id="usertag-title" className="visually-hidden">
        用户标签
      </h1>
      {!book && !bookFailure && <Skeleton lines={8} />}
      {!book && bookFailure && (
        <ErrorState title="用户标签读取失败" failure={bookFailure} onRetry={() => void readReferenceData()} />
      )}
      {book && (
        <>
          <LookForm key={`${cgi} ${id} ${types}`} book={book} wanted={wanted} />
          <div className="usertag-content">
            <div className="usertag-main">
              <Answer isAsked={cgi !== '' && id !== ''} />
              <HistoryPart />
            </div>
            {showsSigned && signed && <SignedPart signed={signed} secret={book.secret} />}
          </div>
        </>
      )}
    </section>
  )
}

function Answer({ isAsked }: { isAsked: boolean }) {
  const { info, failure, busy } = useTags()
  if (!isAsked)
    return <EmptyState title="查一个玩家" description="选游戏，填玩家编号，按 Enter。查询会记入审计。" />
  if (failure)
    return failure.code === 'object_missing' ? (
      <ErrorState title="没有找到这个玩家" failure={failure} onRetry={lookAgain} retryText="再查一次" />
    ) : (
      <ErrorState title="查询失败" failure={failure} onRetry={lookAgain} />
    )
  if (!info) return <Skeleton lines={10} />
  return <TagGroups info={info} busy={busy} />
}
