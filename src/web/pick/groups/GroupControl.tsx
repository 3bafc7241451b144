// The control of a condition group: reads like a sentence, opens an editor. Changes while it is open become
// one change when it closes, so that one undo reverts them.
import { useState } from 'react'
import type { Branch } from '#shared/branches.ts'
import { FilterButton } from '../FilterButton.tsx'
import { focusGroup, GroupEditor, type Leaves } from './GroupEditor.tsx'
import { pruned } from './tree.ts'

interface Props<Leaf extends object> {
  group: Branch<Leaf>
  leaves: Leaves<Leaf>
  textOf: (group: Branch<Leaf>) => string
  /** Deepest nesting of groups. */
  deepest: number
  /** As the first state of the popup, read when the control is mounted. */
  startsOpen?: boolean | (() => boolean)
  /** Null: the group is empty, or was removed. */
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
    // A group without conditions is dropped.
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
