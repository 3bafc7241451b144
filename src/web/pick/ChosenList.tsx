// The chosen items in order: moved by drag or keys, removed by click or Delete. One tab stop; arrow keys move
// within.
import { Button } from '@blueprintjs/core'
import { DragHandleVertical, SmallCross } from '@blueprintjs/icons'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { placedBeside, shifted } from './order.ts'

interface Props {
  label: string
  ids: readonly number[]
  nameOf: (id: number) => string
  onChange: (ids: number[]) => void
}

/** The field from which the list is filled. */
function focusField(list: HTMLElement | null): void {
  let around = list?.parentElement
  while (around && !around.querySelector('input')) around = around.parentElement
  around?.querySelector('input')?.focus()
}

export function ChosenList({ label, ids, nameOf, onChange }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const dragged = useRef<number | null>(null)
  const [cursor, setCursor] = useState<number | null>(null)
  /** The item to focus at its new position. */
  const next = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (next.current === null) return
    list.current?.querySelectorAll('li')[ids.indexOf(next.current)]?.focus()
    next.current = null
  })
  if (ids.length === 0) return null
  const stop = cursor !== null && ids.includes(cursor) ? cursor : ids[0]
  const remove = (id: number) => {
    const at = ids.indexOf(id)
    const neighbour = ids[at + 1] ?? ids[at - 1]
    if (neighbour === undefined) focusField(list.current)
    next.current = neighbour ?? null
    onChange(ids.filter((one) => one !== id))
  }
  const step = (id: number, by: -1 | 1, moves: boolean) => {
    const moved = moves ? shifted(ids, id, by) : null
    next.current = moves ? id : (ids[ids.indexOf(id) + by] ?? id)
    if (moved) onChange(moved)
    else setCursor(next.current)
  }
  const handleKey = (event: KeyboardEvent<HTMLElement>, id: number) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowUp') step(id, -1, event.altKey)
    else if (event.key === 'ArrowDown') step(id, 1, event.altKey)
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(id)
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
    <ul
      ref={list}
      className="chosen-list"
      data-kept-keys="alt+up alt+down"
      aria-label={`${label}，Alt+↑↓ 调整顺序，Delete 移除`}
    >
      {ids.map((id) => (
        <li
          key={id}
          className="chosen-item"
          tabIndex={id === stop ? 0 : -1}
          onFocus={() => setCursor(id)}
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
            tabIndex={-1}
            icon={<SmallCross size={14} />}
            aria-label={`移除${nameOf(id)}`}
            onClick={() => remove(id)}
          />
        </li>
      ))}
    </ul>
  )
}
