// What stops without saved queries, or by other rights on them, said before it happens.

import { useEffect, useState } from 'react'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { type QueryUse, queryUses, type SavedQuery, type UsesQuestion } from '#features/code/contract.ts'

const mostNamed = 8
const kindTitles: Record<QueryUse['kind'], string> = { alarm: '告警', subscription: '订阅' }

const stops = '下面的告警和订阅会随之停止，并告诉各自的负责人：'
const loses = '下面的告警和订阅会停止，因为其负责人不再能运行查询：'

export const QueryUses = ({ rows }: { rows: readonly SavedQuery[] }) => (
  <NamedUses asked={{ ids: rows.map(({ id }) => id) }} />
)

/** What stops by what `asked` is about. */
export function NamedUses({ asked }: { asked: UsesQuestion }) {
  const [uses, setUses] = useState<readonly QueryUse[]>([])
  const [failure, setFailure] = useState<CallError | null>(null)
  const key = JSON.stringify(asked)
  useEffect(() => {
    const asking = new AbortController()
    const body = JSON.parse(key) as UsesQuestion
    call(queryUses, { body }, { ...quiet, signal: asking.signal }).then(
      (found) => {
        setUses(found)
        setFailure(null)
      },
      (error: unknown) => {
        if (!asking.signal.aborted) setFailure(failureOf(error))
      },
    )
    return () => asking.abort()
  }, [key])
  if (failure) return <FailureLine what="用到查询的告警和订阅读取失败" failure={failure} />
  if (uses.length === 0) return null
  return (
    <div role="status">
      <p className="list-question-detail">{asked.after ? loses : stops}</p>
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
