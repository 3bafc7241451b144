// What was chosen, in its order: moved by drag or keys, taken away by a click or Delete.
import { Button } from '@blueprintjs/core'
import { DragHandleVertical, SmallCross } from '@blueprintjs/icons'
import { type KeyboardEvent, useRef } from 'react'
import { placedBeside, shifted } from '../tree/shape.ts'

interface Props {
  label: string
  ids: readonly number[]
  nameOf: (id: number) => string
  onChange: (ids: number[]) => void
}

export function ChosenList({ label, ids, nameOf, onChange }: Props) {
  const dragged = useRef<number | null>(null)
  if (ids.length === 0) return null
  const remove = (id: number) => onChange(ids.filter((one) => one !== id))
  const handleKey = (event: KeyboardEvent<HTMLElement>, id: number) => {
    if (event.nativeEvent.isComposing) return
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      const moved = shifted(ids, id, event.key === 'ArrowUp' ? -1 : 1)
      if (moved) onChange(moved)
    } else if (event.key === 'Delete' || event.key === 'Backspace') remove(id)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const drop = (target: number) => {
    const id = dragged.current
    dragged.current = null
    if (id === null || id === target) return
    const side = ids.indexOf(id) < ids.indexOf(target) ? 'after' : 'before'
    onChange(placedBeside(ids, id, target, side))
  }
  return (
    <ul className="chosen-list" aria-label={`${label}，Alt+↑↓ 调整顺序，Delete 移除`}>
      {ids.map((id) => (
        <li
          key={id}
          className="chosen-item"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the row itself takes Alt+arrows and Delete.
          tabIndex={0}
          draggable
          title="拖动或 Alt+↑↓ 调整顺序"
          onKeyDown={(event) => handleKey(event, id)}
          onDragStart={() => {
            dragged.current = id
          }}
          onDragOver={(event) => event.preventDefault()}
          onDrop={() => drop(id)}
        >
          <DragHandleVertical size={12} className="chosen-handle" />
          <span className="chosen-name">{nameOf(id)}</span>
          <Button
            variant="minimal"
            size="small"
            icon={<SmallCross size={14} />}
            aria-label={`移除${nameOf(id)}`}
            onClick={() => remove(id)}
          />
        </li>
      ))}
    </ul>
  )
}
