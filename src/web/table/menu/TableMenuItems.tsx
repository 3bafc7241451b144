// The items of the context menu: for the selected cells, or for a column when opened from its header.

import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core'
import { MenuHead } from '#web/ui/menus/MenuHead.tsx'
import type { TableActions } from '../TableActions.ts'
import type { MenuRun } from '../types.ts'
import { ColumnItems } from './ColumnItems.tsx'
import { Entry } from './Entry.tsx'
import { FigureItems } from './FigureItems.tsx'

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
      ) : actions.model.props.onExplain ? (
        <FigureItems actions={actions} run={run} />
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

function CellItems({ actions, run }: { actions: TableActions; run: MenuRun }) {
  const { selection, props } = actions.model
  const none = selection === null
  const copy = (withHeaders: boolean) => run(() => void actions.copy(withHeaders))
  const rowItems = props.rowItems?.(run)
  return (
    <>
      {rowItems}
      {rowItems && <MenuDivider />}
      <Entry command="table.copy" text="复制" disabled={none} onClick={copy(false)} />
      <Entry command="table.copyWithHeaders" text="连同表头复制" disabled={none} onClick={copy(true)} />
      <MenuDivider />
      {props.onOpen && (
        <Entry command="table.open" text="打开此格" disabled={none} onClick={run(() => actions.open())} />
      )}
      {props.onSort && (
        <Entry
          command="table.sort"
          text="按此列排序"
          disabled={none}
          onClick={run(() => actions.sortByActive())}
        />
      )}
      {props.onFilter && (
        <Entry
          command="table.filter"
          text="按此值筛选"
          disabled={none}
          onClick={run(() => actions.filter())}
        />
      )}
      {props.cellItems?.(run)}
      {(props.onOpen || props.onSort || props.onFilter) && <MenuDivider />}
      <MenuItem text="选中整行" disabled={none} onClick={run(() => actions.selectRows())} />
      <Entry command="table.selectAll" text="全选" onClick={run(() => actions.selectAll())} />
      {selection && (
        <>
          <MenuHead title="此列" />
          <ColumnItems actions={actions} place={selection.active.column} run={run} />
        </>
      )}
    </>
  )
}
