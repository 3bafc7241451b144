// The control of a group, whoever keeps it: reads like a sentence, opens its editor. What is changed while it is open is
// one change, made when it closes: one step back undoes it.
import { useState } from 'react'
import { deepestGroups } from '../../../../semantic/model/conditions.ts'
import type { FilterGroup, ReportFilter } from '../../../../semantic/model/types.ts'
import { FilterButton } from '../../../../web/pick/FilterButton.tsx'
import { focusGroup, GroupEditor, type Leaves } from '../../../../web/pick/groups/GroupEditor.tsx'
import { pruned } from '../../../../web/pick/groups/tree.ts'

interface Props {
  group: FilterGroup
  leaves: Leaves<ReportFilter>
  textOf: (group: FilterGroup) => string
  startsOpen: boolean
  /** null: nothing is left in it, or it was removed. */
  onChange: (group: FilterGroup | null) => void
}

export function GroupControl({ group, leaves, textOf, startsOpen, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  const [draft, setDraft] = useState<FilterGroup | null>(null)
  const shown = draft ?? group
  const open = (next: boolean) => {
    setIsOpen(next)
    if (next) return
    const left = pruned<ReportFilter>(shown)
    setDraft(null)
    if (JSON.stringify(left) !== JSON.stringify(group)) onChange(left)
  }
  const text = textOf(shown) || '新条件组'
  return (
    <FilterButton
      label=""
      name="条件组"
      onOpened={focusGroup}
      value={text}
      valueText={text}
      isOpen={isOpen}
      onOpen={open}
      title={text}
      className="filter-set"
      onRemove={() => onChange(null)}
    >
      <GroupEditor<ReportFilter> group={shown} leaves={leaves} deepest={deepestGroups} onChange={setDraft} />
    </FilterButton>
  )
}
