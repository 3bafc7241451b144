// /others/gameFlow: revenue by day, game, channel and server, with closed, missing and unreconciled parts
// marked.
import { useEffect, useMemo } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { call, quiet } from '#web/api/client.ts'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { type FlowReport, getGameFlow } from '#features/gameflow/contract.ts'
import { FlowNavigation } from '../FlowNavigation.tsx'
import '#web/list/list.css'
import '../gameFlow.css'
import { addressOf, type FlowAddress, movedDays, questionOf, readAddress } from './address.ts'
import { FlowActions } from './FlowActions.tsx'
import { FlowContent } from './FlowContent.tsx'
import { FlowFilters } from './FlowFilters.tsx'
import { showFigures } from './shownFigures.ts'
import { useAnswer } from './useAnswer.ts'

export function Page() {
  const search = useSearch()
  const address = useMemo(() => readAddress(search), [search])
  const question = questionOf(address)
  const answer = useAnswer<FlowReport>(JSON.stringify(question), (signal) =>
    call(getGameFlow, question, { ...quiet, signal }),
  )
  const { data, failure, slow, again } = answer
  useEffect(() => {
    const change = (next: Partial<FlowAddress>) => navigate(addressOf({ ...address, ...next }))
    return showFigures({
      convert: () => change({ converted: !address.converted }),
      previous: () => change(movedDays(address, -1)),
      next: () => change(movedDays(address, 1)),
      refresh: again,
    })
  }, [address, again])
  return (
    <section className="list-main flow-page" aria-label="游戏流水">
      <div className="list-title">
        <h1 className="visually-hidden">游戏流水</h1>
        <FlowNavigation />
        <FlowActions onRefresh={again} />
      </div>
      <FlowFilters address={address} report={data} />
      {failure && <ErrorState title="流水读取失败" failure={failure} onRetry={again} />}
      {!failure && !data && (slow ? <Skeleton lines={10} /> : <div className="flow-content" />)}
      {!failure && data && <FlowContent report={data} address={address} slow={slow} asking={answer.asking} />}
    </section>
  )
}
