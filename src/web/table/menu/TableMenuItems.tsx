// The items of the context menu: for the selected cells, or for a column when opened from its header.

import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core'
import { MenuHead } from '#web/ui/menus/MenuHead.tsx'
import type { TableActions } from '../TableActions.ts'
import type { MenuRun } from '../types.ts'
import { CellItems } from './CellItems.tsx'
import { ColumnItems } from './ColumnItems.tsx'

interface Props {
  actions: TableActions
  /** Displayed position of the column whose header was clicked; null for cells. */
  header: number | null
  /** What the cells are, where the menu opens elsewhere. */
  title?: string
  onDone: () => void
}

export function TableMenuItems({ actions, header, title, onDone }: Props) {
  const run = (act: () => void) => () => {
    onDone()
    act()
  }
  return (
    <Menu size="small">
      {title && <MenuHead title={title} />}
      {header !== null ? (
        <HeaderItems actions={actions} place={header} run={run} />
      ) : (
        <CellItems actions={actions} run={run} />
      )}
    </Menu>
  )
}

function HeaderItems({ actions, place, run }: { actions: TableActions; place: number; run: MenuRun }) {
  const removal = actions.model.props.removalOf?.(actions.columnAt(place)) ?? null
  return (
    <>
      {removal && <MenuItem text={removal.text} onClick={run(removal.remove)} />}
      {removal && <MenuDivider />}
      <ColumnItems actions={actions} place={place} run={run} />
    </>
  )
}
