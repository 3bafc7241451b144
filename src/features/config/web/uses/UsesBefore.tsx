// Shown before a deletion: what uses the definitions, because the server would refuse then.

import { call } from '#web/api/client.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { type DefinitionKind, definitionUses } from '#features/config/contract.ts'
import { UseList } from './UseList.tsx'
import { useAnswer } from './useAnswer.ts'

interface Props {
  kind: DefinitionKind
  rows: readonly { id: number; name: string }[]
}

/** The browser checks only so many definitions; the server checks all. */
const mostAsked = 5
const mostShown = 6

export function UsesBefore({ kind, rows }: Props) {
  return (
    <>
      {rows.slice(0, mostAsked).map((row) => (
        <OneUses key={row.id} kind={kind} row={row} isOnly={rows.length === 1} />
      ))}
    </>
  )
}

function OneUses({
  kind,
  row,
  isOnly,
}: {
  kind: DefinitionKind
  row: Props['rows'][number]
  isOnly: boolean
}) {
  const { told, failure } = useAnswer(`${kind} ${row.id}`, (signal) =>
    call(definitionUses, { params: { kind, id: row.id } }, { quiet: true, loading: null, signal }),
  )
  if (failure) return <FailureLine what="使用情况读取失败" failure={failure} />
  if (!told) return <p className="config-muted">正在查它用在哪里...</p>
  const blocking = told.uses.filter(({ blocks }) => blocks)
  const used = blocking.length + told.hidden
  const name = isOnly ? '它' : `「${row.name}」`
  if (used === 0) return <p className="config-muted">没有报表、指标或查询用到{name}。</p>
  return (
    <div className="config-in-use">
      <p>
        {name}正被 {used} 处使用，删除会被拒绝；先替换或改掉它们：
      </p>
      <UseList uses={blocking} count={blocking.length} hidden={told.hidden} most={mostShown} plain />
    </div>
  )
}
