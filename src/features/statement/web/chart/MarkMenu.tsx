// What can be done with a mark of the chart: the menu of its cell in the table, at the pointer.
import { useRef } from 'react'
import { TableMenuItems } from '#web/table/menu/TableMenuItems.tsx'
import type { TableActions } from '#web/table/TableActions.ts'
import { MenuPopup } from '#web/ui/menus/MenuPopup.tsx'

export interface Picked {
  /** The table, in which the mark's cell is selected. */
  table: TableActions
  title: string
  /** In the window. */
  left: number
  top: number
}

export function MarkMenu({ table, title, left, top, onClose }: Picked & { onClose: () => void }) {
  const anchor = useRef({ getBoundingClientRect: () => new DOMRect(left, top, 0, 0) } as HTMLElement)
  return (
    <MenuPopup anchor={anchor} placement="bottom-start" onClose={onClose}>
      <TableMenuItems actions={table} header={null} title={title} onDone={onClose} />
    </MenuPopup>
  )
}
