// The open context menu.
import type { RefObject } from 'react'
import { MenuPopup } from '#web/ui/menus/MenuPopup.tsx'
import type { TableActions } from '../TableActions.ts'
import { TableMenuItems } from './TableMenuItems.tsx'

export interface TableMenuPopupProps {
  anchor: RefObject<HTMLElement | null>
  actions: TableActions
  /** Displayed position of the column whose header was clicked; null for cells. */
  header: number | null
  onClose: () => void
}

export function TableMenuPopup({ anchor, actions, header, onClose }: TableMenuPopupProps) {
  return (
    <MenuPopup anchor={anchor} placement="bottom-start" onClose={onClose}>
      <TableMenuItems actions={actions} header={header} onDone={onClose} />
    </MenuPopup>
  )
}
