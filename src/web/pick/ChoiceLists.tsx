// A list to choose from, and below it what was chosen, in its order.
import type { ReactNode } from 'react'
import type { CallError } from '../api/callError.ts'
import { ChosenList } from './ChosenList.tsx'
import { PickList } from './PickList.tsx'
import type { PickItem } from './pickItem.ts'

interface Props {
  items: PickItem[]
  /** What the search field asks for. */
  search: string
  none?: string
  failure: CallError | null
  onRetry: () => void
  tools?: ReactNode
  label: string
  chosen: readonly number[]
  nameOf: (id: number) => string
  onChange: (ids: number[]) => void
  /** Of an item that is no number to choose; answers whether it was one. */
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
