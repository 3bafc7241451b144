// The report's dimensions as chips in order, each removable.
import { Tag } from '@blueprintjs/core'

interface Props {
  ids: readonly number[]
  nameOf: (id: number) => string
  onChange: (ids: number[]) => void
}

export function DimensionChips({ ids, nameOf, onChange }: Props) {
  return (
    <span className="dimension-chips">
      {ids.map((id) => (
        <Tag
          key={id}
          minimal
          className="dimension-chip"
          onRemove={() => onChange(ids.filter((one) => one !== id))}
        >
          {nameOf(id)}
        </Tag>
      ))}
    </span>
  )
}
