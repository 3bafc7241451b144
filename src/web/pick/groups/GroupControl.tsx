// The control of a group, whoever keeps it: reads like a sentence, opens its editor. What is changed while it is open is
// one change, made when it closes: one step back undoes it.
import { useState } from 'react'
import type { Branch } from '#shared/branches.ts'
import { FilterButton } from '../FilterButton.tsx'
import { focusGroup, GroupEditor, type Leaves } from './GroupEditor.tsx'
import { pruned } from './tree.ts'

interface Props<Leaf extends object> {
  group: Branch<Leaf>
  leaves: Leaves<Leaf>
  textOf: (group: Branch<Leaf>) => string
  /** Groups within groups at most. */
  deepest: number
  startsOpen?: boolean
  /** null: nothing is left in it, or it was removed. */
  onChange: (group: Branch<Leaf> | null) => void
}

export function GroupControl<Leaf extends object>({
  group,
  leaves,
  textOf,
  deepest,
  startsOpen = false,
  onChange,
}: Props<Leaf>) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  const [draft, setDraft] = useState<Branch<Leaf> | null>(null)
  const shown = draft ?? group
  const open = (next: boolean) => {
    setIsOpen(next)
    if (next) return
    // What nothing was put into is no group.
    const left = pruned(shown)
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
      <GroupEditor group={shown} leaves={leaves} deepest={deepest} onChange={setDraft} />
    </FilterButton>
  )
}
