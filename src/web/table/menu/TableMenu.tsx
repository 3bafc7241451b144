// The table's context menu, opened by right click, long touch or the menu key.
import { type ComponentType, type MouseEvent, type ReactNode, useCallback, useRef, useState } from 'react'
import { whenRead } from '#web/shell/whenRead.ts'
import { isWithin, rangeOf } from '../selection/selection.ts'
import type { TableActions } from '../TableActions.ts'
import type { TableMenuPopupProps } from './TableMenuPopup.tsx'

// Loaded on first use: most users never open the menu.
const loadPopup = async () => (await import('./TableMenuPopup.tsx')).TableMenuPopup

interface Place {
  left: number
  top: number
  /** Set when the menu was opened from a header. */
  column: number | null
}

export function TableMenu({ actions, children }: { actions: TableActions; children: ReactNode }) {
  const anchor = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<Place | null>(null)
  const [Popup, setPopup] = useState<ComponentType<TableMenuPopupProps> | null>(null)
  const close = useCallback(() => setPlace(null), [])
  const open = useCallback(
    (event: MouseEvent) => {
      const target = event.target as Element
      if (!target.closest('.bp6-table-container') || !anchor.current) return
      event.preventDefault()
      const chosen = placeOf(actions, event, target)
      anchor.current.style.left = `${chosen.left}px`
      anchor.current.style.top = `${chosen.top}px`
      setPlace(chosen)
      whenRead(loadPopup(), (loaded) => setPopup(() => loaded))
    },
    [actions],
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the grid inside has the role; the menu key reaches it too
    <div className="data-table-area" onContextMenu={open}>
      {children}
      <div className="data-table-menu-anchor" ref={anchor} />
      {place && Popup && <Popup anchor={anchor} actions={actions} header={place.column} onClose={close} />}
    </div>
  )
}

/** The cell under the pointer is selected unless it is selected already; by key the menu opens at the active cell. */
function placeOf(actions: TableActions, event: MouseEvent, target: Element): Place {
  const { clientX, clientY } = event
  if (target.closest('.bp6-table-column-headers')) {
    return { left: clientX, top: clientY, column: actions.view.columnAt(clientX) }
  }
  const { selection } = actions.model
  const byKey = target.matches('.bp6-table-container')
  if (byKey && selection) {
    const box = actions.view.elementOf(selection.active)?.getBoundingClientRect()
    if (box) return { left: box.left + 8, top: box.bottom, column: null }
  }
  const position = actions.view.cellAt(clientX, clientY)
  if (position && !(selection && isWithin(position, rangeOf(selection)))) actions.selectCell(position)
  return { left: clientX, top: clientY, column: null }
}
