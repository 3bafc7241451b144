// The table's context menu, by the right mouse button, a long touch, or the menu key.
import { ContextMenuPopover, Menu, MenuDivider, MenuItem } from '@blueprintjs/core'
import { type MouseEvent, type ReactNode, useCallback, useState } from 'react'
import type { AreaCommandId, tableCommands } from '../../../commands/index.ts'
import { KeyHint } from '../shell/keys/KeyHint.tsx'
import { isWithin, rangeOf } from './selection.ts'
import type { TableActions } from './TableActions.ts'

interface Place {
  left: number
  top: number
  /** Set where a header was meant. */
  column: number | null
}

export function TableMenu({ actions, children }: { actions: TableActions; children: ReactNode }) {
  const [place, setPlace] = useState<Place | null>(null)
  const close = useCallback(() => setPlace(null), [])
  const open = useCallback(
    (event: MouseEvent) => {
      const target = event.target as Element
      if (!target.closest('.bp6-table-container')) return
      event.preventDefault()
      setPlace(placeOf(actions, event, target))
    },
    [actions],
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the grid inside has the role; the menu key reaches it too
    <div className="data-table-area" onContextMenu={open}>
      {children}
      {place && (
        <ContextMenuPopover
          isOpen
          isDarkTheme={document.body.classList.contains('bp6-dark')}
          targetOffset={place}
          transitionDuration={0}
          onClose={close}
          content={
            place.column === null ? (
              <CellMenu actions={actions} />
            ) : (
              <HeaderMenu actions={actions} place={place.column} />
            )
          }
        />
      )}
    </div>
  )
}

/** The cell under the pointer is selected unless it is already; by key the menu opens at the active cell. */
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

function CellMenu({ actions }: { actions: TableActions }) {
  const { selection, props } = actions.model
  const nothing = selection === null
  return (
    <Menu size="small">
      <Entry command="table.copy" text="复制" disabled={nothing} onClick={() => void actions.copy(false)} />
      <Entry
        command="table.copyWithHeaders"
        text="连同表头复制"
        disabled={nothing}
        onClick={() => void actions.copy(true)}
      />
      <MenuDivider />
      {props.onOpen && (
        <Entry command="table.open" text="打开此格" disabled={nothing} onClick={() => actions.open()} />
      )}
      {props.onSort && (
        <Entry
          command="table.sort"
          text="按此列排序"
          disabled={nothing}
          onClick={() => actions.sortByActive()}
        />
      )}
      {props.onFilter && (
        <Entry
          command="table.filter"
          text="按此值筛选"
          disabled={!actions.canFilter}
          onClick={() => actions.filter()}
        />
      )}
      {(props.onOpen || props.onSort || props.onFilter) && <MenuDivider />}
      <MenuItem text="选中整行" disabled={nothing} onClick={() => actions.selectRows()} />
      <MenuItem text="选中整列" disabled={nothing} onClick={() => actions.selectColumns()} />
      <Entry command="table.selectAll" text="全选" onClick={() => actions.selectAll()} />
    </Menu>
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

function HeaderMenu({ actions, place }: { actions: TableActions; place: number }) {
  const { model } = actions
  const column = model.columns[place]
  const isFrozen = (other: number) => model.columns[other]?.frozen ?? false
  const movesTo = (other: number) => model.columns[other] !== undefined && isFrozen(other) === isFrozen(place)
  return (
    <Menu size="small">
      {model.props.onSort && (
        <>
          <MenuItem text="升序" onClick={() => column && model.props.onSort?.(column.key, false)} />
          <MenuItem text="降序" onClick={() => column && model.props.onSort?.(column.key, true)} />
          <MenuDivider />
        </>
      )}
      <MenuItem text="选中整列" onClick={() => actions.selectColumn(place)} />
      <MenuItem text="列宽适合内容" onClick={() => actions.fitColumn(place)} />
      <MenuItem
        text="左移一列"
        disabled={!movesTo(place - 1)}
        onClick={() => actions.moveColumn(place, -1)}
      />
      <MenuItem text="右移一列" disabled={!movesTo(place + 1)} onClick={() => actions.moveColumn(place, 1)} />
      <MenuItem text="恢复列宽与列序" disabled={!model.isRearranged} onClick={() => model.resetColumns()} />
    </Menu>
  )
}
