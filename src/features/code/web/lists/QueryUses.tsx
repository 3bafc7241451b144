// What stops without saved queries, said before they are deleted.

import { useEffect, useState } from 'react'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { type QueryUse, queryUses, type SavedQuery } from '#features/code/contract.ts'

const mostNamed = 8
const kindTitles: Record<QueryUse['kind'], string> = { alarm: '告警', subscription: '订阅' }

export function QueryUses({ rows }: { rows: readonly SavedQuery[] }) {
  const [uses, setUses] = useState<readonly QueryUse[]>([])
  const [failure, setFailure] = useState<CallError | null>(null)
  const key = JSON.stringify(rows.map(({ id }) => id))
  useEffect(() => {
    const asking = new AbortController()
    const body = { ids: JSON.parse(key) as string[] }
    call(queryUses, { body }, { ...quiet, signal: asking.signal }).then(setUses, (error: unknown) => {
      if (!asking.signal.aborted) setFailure(failureOf(error))
    })
    return () => asking.abort()
  }, [key])
  if (failure) return <FailureLine what="用到查询的告警和订阅读取失败" failure={failure} />
  if (uses.length === 0) return null
  return (
    <div role="status">
      <p className="list-question-detail">下面的告警和订阅会随之停止，并告诉各自的负责人：</p>
      <ul className="list-question-names">
        {uses.slice(0, mostNamed).map(({ kind, name, owner }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may be the same.
          <li key={at}>
            {kindTitles[kind]}
            {name === '' ? '（包含你看不到的游戏）' : `「${name}」`}
            {owner !== '' && `，${owner}`}
          </li>
        ))}
        {uses.length > mostNamed && <li>等 {uses.length} 个</li>}
      </ul>
    </div>
  )
}
