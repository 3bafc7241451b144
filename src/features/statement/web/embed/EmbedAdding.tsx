// «+ 条件» of an embed: starts a group of conditions, or groups the existing ones.
import type { RefObject } from 'react'
import type { ReportCondition } from '#semantic/model/types.ts'
import { gathered, groupItems } from '../filters/grouping.ts'
import { closeDrop, EmbedDrop } from './EmbedDrop.tsx'

interface Props {
  filters: readonly ReportCondition[]
  drop: RefObject<HTMLDetailsElement | null>
  onBegin: () => void
  onGather: (filters: ReportCondition[]) => void
}

export function EmbedAdding({ filters, drop, onBegin, onGather }: Props) {
  const pick = (key: string) => {
    closeDrop(drop)
    if (key === 'gather') onGather(gathered(filters))
    else onBegin()
  }
  return (
    <EmbedDrop drop={drop} title="添加筛选条件" summary="+ 条件">
      {groupItems(filters).map(({ key, title, note }) => (
        <button key={key} type="button" className="embed-option" onClick={() => pick(key)}>
          {title}
          <span className="embed-note">{note}</span>
        </button>
      ))}
    </EmbedDrop>
  )
}
