// A list of choices, and below it the chosen ones in order.
import type { ReactNode } from 'react'
import type { CallError } from '../api/callError.ts'
import { ChosenList } from './ChosenList.tsx'
import { PickList } from './PickList.tsx'
import type { PickItem } from './pickItem.ts'

interface Props {
  items: PickItem[]
  /** Placeholder of the search field. */
  search: string
  none?: string
  failure: CallError | null
  onRetry: () => void
  tools?: ReactNode
  label: string
  chosen: readonly number[]
  nameOf: (id: number) => string
  onChange: (ids: number[]) => void
  /** For an item that is not a choice itself; returns whether it handled the item. */
  onOther?: (item: PickItem) => boolean
}

export function ChoiceLists({ items, search, label, chosen, nameOf, onChange, onOther, ...list }: Props) {
  return (
    <>
      <PickList
        items={items}
        label={search}
        {...list}
        onPick={(item) => {
          if (onOther?.(item)) return
          const id = Number(item.key)
          onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
        }}
      />
      <ChosenList label={label} ids={chosen} nameOf={nameOf} onChange={onChange} />
    </>
  )
}
