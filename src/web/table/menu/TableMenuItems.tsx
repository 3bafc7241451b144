// The items of the context menu: for the selected cells, or for a column when opened from its header.

import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core'
import type { AreaCommandId, tableCommands } from '#commands/index.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { MenuHead } from '#web/ui/menus/MenuHead.tsx'
import type { TableActions } from '../TableActions.ts'
import type { MenuRun } from '../types.ts'

interface Props {
  actions: TableActions
  /** Displayed position of the column whose header was clicked; null for cells. */
  header: number | null
  onDone: () => void
}

export function TableMenuItems({ actions, header, onDone }: Props) {
  const run = (act: () => void) => () => {
    onDone()
    act()
  }
  return (
    <Menu size="small">
      {header === null ? (
        <CellItems actions={actions} run={run} />
      ) : (
        <ColumnItems actions={actions} place={header} run={run} />
      )}
    </Menu>
  )
}

function CellItems({ actions, run }: { actions: TableActions; run: MenuRun }) {
  const { selection, props } = actions.model
  const none = selection === null
  const copy = (withHeaders: boolean) => run(() => void actions.copy(withHeaders))
  const rowItems = props.rowItems?.(run)
  const first = props.onExplain !== undefined
  const filter = props.onFilter && (
    <Entry command="table.filter" text="按此值筛选" disabled={none} onClick={run(() => actions.filter())} />
  )
  return (
    <>
      {rowItems}
      {rowItems && <MenuDivider />}
      {first && (
        <>
          <MenuItem
            text="解释此格"
            labelElement={<KeyHint command="figure.explain" />}
            disabled={none}
            onClick={run(() => actions.explain())}
          />
          {props.cellItems?.(run)}
          {filter}
          <MenuDivider />
        </>
      )}
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
      {!first && filter}
      {!first && props.cellItems?.(run)}
      {props.tree && (
        <>
          <Entry
            command="table.fold"
            text="收起或展开小计"
            disabled={none}
            onClick={run(() => actions.fold())}
          />
          <Entry command="table.foldAll" text="收起或展开所有小计" onClick={run(() => actions.foldAll())} />
        </>
      )}
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

function ColumnItems({ actions, place, run }: { actions: TableActions; place: number; run: MenuRun }) {
  const { model } = actions
  const { onSort } = model.props
  const column = model.columns[place]
  const width = model.layout.widths[place] ?? 0
  if (!column) return null
  return (
    <>
      {onSort && (
        <>
          <MenuItem text="升序" onClick={run(() => onSort(column.key, false))} />
          <MenuItem text="降序" onClick={run(() => onSort(column.key, true))} />
        </>
      )}
      {model.props.onDescribe && (
        <MenuItem
          text="此列的口径"
          labelElement={<KeyHint command="column.describe" />}
          onClick={run(() => actions.describe(place))}
        />
      )}
      {model.props.columnItems?.(model.layout.order[place] ?? 0, run)}
      <MenuItem text="选中整列" onClick={run(() => actions.selectColumn(place))} />
      <MenuItem
        text="左移一列"
        disabled={!actions.canMove(place, -1)}
        onClick={run(() => actions.moveColumn(place, -1))}
      />
      <MenuItem
        text="右移一列"
        disabled={!actions.canMove(place, 1)}
        onClick={run(() => actions.moveColumn(place, 1))}
      />
      <MenuItem text="加宽" onClick={run(() => model.setWidth(place, width * 1.25))} />
      <MenuItem text="收窄" onClick={run(() => model.setWidth(place, width * 0.8))} />
      <MenuItem text="列宽适合内容" onClick={run(() => actions.fitColumn(place))} />
      <MenuItem
        text="恢复列宽与列序"
        disabled={!model.isRearranged}
        onClick={run(() => model.resetColumns())}
      />
    </>
  )
}

interface EntryProps {
  command: AreaCommandId<typeof tableCommands>
  text: string
  disabled?: boolean
  onClick: () => void
}

/** A menu item that shows its key. */
function Entry({ command, ...item }: EntryProps) {
  return <MenuItem {...item} labelElement={<KeyHint command={command} />} />
}
