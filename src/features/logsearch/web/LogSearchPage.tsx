// /others/logSearch: searches the server's own logs and others by fields and words.
import { useEffect } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { followAddress } from './actions.ts'
import { DetailPanel } from './detail/DetailPanel.tsx'
import { FieldSide } from './fields/FieldSide.tsx'
import { CountsBar } from './histogram/CountsBar.tsx'
import { LogStatus } from './LogStatus.tsx'
import { LogTitle } from './LogTitle.tsx'
import { AroundLines } from './lines/AroundLines.tsx'
import { FoundLines } from './lines/FoundLines.tsx'
import { forgetReturn } from './lines/returning.ts'
import { QueryBar, RequestNote } from './query/QueryBar.tsx'
import { readPlaces } from './reading/places.ts'
import { endSearch } from './reading/search.ts'
import { useLogs } from './store.ts'
import { stopTail } from './tail/follow.ts'
import { TailLines } from './tail/TailLines.tsx'
import './logsearch.css'

export function Page() {
  const search = useSearch()
  const places = useLogs((state) => state.places)
  const failure = useLogs((state) => state.placesFailure)
  useEffect(() => void followAddress(location.search === search ? search : `?${search}`), [search])
  useEffect(
    () => () => {
      stopTail()
      endSearch()
      forgetReturn()
    },
    [],
  )
  if (!places && failure) {
    return (
      <ErrorState
        title="日志库读取失败"
        failure={failure}
        onRetry={() => {
          useLogs.setState({ placesFailure: null })
          void readPlaces().then(() => followAddress(location.search))
        }}
      />
    )
  }
  return (
    <div className="log-page">
      {places && <FieldSide />}
      <section className="log-main" aria-label="日志查询">
        <LogTitle />
        {places ? <Content /> : <Skeleton lines={12} />}
      </section>
      <DetailPanel />
    </div>
  )
}

function Content() {
  const isTailing = useLogs(({ tail }) => tail !== null)
  const around = useLogs(({ address }) => address.around)
  return (
    <>
      <QueryBar />
      {!isTailing && <RequestNote />}
      {!isTailing && !around && <CountsBar />}
      {isTailing ? <TailLines /> : around ? <AroundLines /> : <FoundLines />}
      <LogStatus />
    </>
  )
}
