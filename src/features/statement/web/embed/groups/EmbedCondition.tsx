// A single condition of a reader.
import { useState } from 'react'
import { isOpen as isOpenFilter } from '#semantic/model/conditions.ts'
import type { ReportFilter } from '#semantic/model/types.ts'
import type { EmbedFigures } from '../useEmbed.ts'
import { LeafControl } from './leaves.tsx'

interface Props {
  filter: ReportFilter
  offered: EmbedFigures
  onChange: (filter: ReportFilter | null) => void
}

/** Changes while it is open become one change, made when it closes. */
export function EmbedCondition({ filter, offered, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [draft, setDraft] = useState<ReportFilter | null>(null)
  const open = (next: boolean) => {
    setIsOpen(next)
    if (next || draft === null) return
    setDraft(null)
    onChange(isOpenFilter(draft) ? null : draft)
  }
  return (
    <LeafControl
      filter={draft ?? filter}
      offered={offered}
      isOpen={isOpen}
      onOpen={open}
      onChange={setDraft}
      onRemove={() => onChange(null)}
    />
  )
}
