// The product's table: Blueprint's, with any number of rows, under the settings for column width and cell rows. Used
// for reports and SQL results.
import {
  Column,
  ColumnHeaderCell,
  type Region,
  Regions,
  RenderMode,
  SelectionModes,
  type StyledRegionGroup,
} from '@blueprintjs/table'
import {
  type FocusEvent,
  type HTMLAttributes,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useCommandContext } from '../shell/keys/contexts.ts'
import { ColumnTitle } from './ColumnTitle.tsx'
import { tableFocused, tableMounted } from './focusedTable.ts'
import { narrowestWidth, widestWidth } from './memory.ts'
import { TableMenu } from './menu/TableMenu.tsx'
import { GridView } from './paint/GridView.ts'
import { PooledTable } from './paint/PooledTable.tsx'
import { type GridRange, rangeOf, totalsRow } from './selection/selection.ts'
import { countRemotely, countSelection } from './selection/statistics.ts'
import { TableActions } from './TableActions.ts'
import { TableHint } from './TableHint.ts'
import { TableModel, type TableSnapshot } from './TableModel.ts'
import { TablePointer } from './TablePointer.ts'
import type { DataTableProps, TableColumn } from './types.ts'

export function DataTable(props: DataTableProps) {
  const wrapper = useRef<HTMLDivElement>(null)
  const actions = useActions(props)
  const { model, view } = actions
  // Deriving while rendering keeps Blueprint's children, widths and heights consistent within one render.
  model.receive(props)
  const ready = useRef(props.onReady)
  const snapshot = useSyncExternalStore(model.subscribe, model.getSnapshot)

  useLayoutEffect(() => {
    const root = wrapper.current
    if (!root) return
    view.mount(root)
    const pointer = new TablePointer(root, actions)
    const hint = new TableHint(root, actions)
    const forget = tableMounted(actions)
    ready.current?.(actions)
    return () => {
      forget()
      pointer.dispose()
      hint.dispose()
      view.unmount()
    }
  }, [view, actions])
  useLayoutEffect(() => view.afterCommit())
  useSelectionStatus(model, snapshot, props)
  const { remote } = props
  useEffect(() => remote?.subscribe(() => view.rowsArrived()), [remote, view])

  const columns = useColumns(snapshot, props.columnItems !== undefined, props.onDescribe !== undefined)
  const rootAttributes = useRootAttributes(actions, props, snapshot)
  const regions = useMemo(() => regionsOf(model, snapshot), [model, snapshot])
  const { layout, heights } = snapshot
  return (
    <div ref={wrapper} className={classOf(model)} style={styleOf(model)}>
      {(props.rowNumbers || props.ticks) && <div className="data-table-gutter" aria-hidden="true" />}
      <TableMenu actions={actions}>
        {columns.length === 0 ? (
          <div className="data-table-nothing">没有可显示的列</div>
        ) : (
          <PooledTable
            view={view}
            rootAttributes={rootAttributes}
            numRows={heights.length}
            rowHeights={heights}
            columnWidths={layout.widths as number[]}
            numFrozenColumns={layout.frozen}
            numFrozenRows={model.hasSummary ? 1 : 0}
            defaultRowHeight={model.rowHeight}
            minRowHeight={1}
            minColumnWidth={narrowestWidth}
            maxColumnWidth={props.maxColumnWords || widestWidth}
            enableRowHeader={false}
            enableMultipleSelection={false}
            selectionModes={SelectionModes.NONE}
            selectedRegions={regions.selected}
            styledRegionGroups={regions.active}
            onColumnWidthChanged={(place, width) => model.setWidth(place, width)}
            renderMode={RenderMode.NONE}
          >
            {columns}
          </PooledTable>
        )}
        {props.rowCount === 0 && columns.length > 0 && <Nothing>{props.empty}</Nothing>}
      </TableMenu>
      <div className="data-table-track data-table-track-vertical" hidden>
        <div className="data-table-thumb" />
      </div>
      <div className="data-table-track data-table-track-horizontal" hidden>
        <div className="data-table-thumb" />
      </div>
      <div className="data-table-guide" hidden />
    </div>
  )
}

function Nothing({ children }: { children: ReactNode }) {
  return (
    <div className="data-table-nothing" role="status">
      {children ?? '没有数据'}
    </div>
  )
}

/** Model, view and actions live as long as the component. */
function useActions(props: DataTableProps): TableActions {
  const id = useId()
  const [actions] = useState(() => {
    const model = new TableModel(props)
    return new TableActions(model, new GridView(model, id))
  })
  return actions
}

function useColumns({ columns, layout }: TableSnapshot, hasMenu: boolean, hasHelp: boolean) {
  return useMemo(() => {
    const renderHeader = (place: number) => {
      const column = columns[place]
      return (
        <ColumnHeaderCell
          name={column ? `${column.fullTitle ?? column.title}${column.unit ? ` ${column.unit}` : ''}` : ''}
          className={headerClass(columns, place)}
          nameRenderer={() =>
            column ? (
              <ColumnTitle
                column={column}
                before={columns[place - 1]}
                place={place}
                hasMenu={hasMenu}
                hasHelp={hasHelp}
              />
            ) : (
              <span />
            )
          }
        />
      )
    }
    return layout.order.map((_, place) => (
      <Column
        key={columns[place]?.key}
        id={columns[place]?.key ?? ''}
        columnHeaderCellRenderer={renderHeader}
      />
    ))
  }, [columns, layout.order, hasMenu, hasHelp])
}

function headerClass(columns: readonly TableColumn[], place: number): string {
  const column = columns[place]
  const names = [
    column?.align === 'right' && 'data-table-right',
    column?.paired && 'data-table-paired',
    place === 0 && 'data-table-header-first',
    place === columns.length - 1 && 'data-table-header-last',
  ]
  return names.filter(Boolean).join(' ')
}

function useRootAttributes(
  actions: TableActions,
  props: DataTableProps,
  { layout }: TableSnapshot,
): HTMLAttributes<HTMLElement> {
  const [hasFocus, setFocus] = useState(false)
  useCommandContext('table', hasFocus)
  useCommandContext('rowTree', hasFocus && props.tree !== undefined)
  const onFocus = useCallback(
    (event: FocusEvent<HTMLElement>) => {
      setFocus(true)
      tableFocused(actions)
      if (event.target === event.currentTarget && event.currentTarget.matches(':focus-visible'))
        actions.focused()
    },
    [actions],
  )
  const onBlur = useCallback((event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setFocus(false)
  }, [])
  const rows = props.rowCount + (actions.model.hasSummary ? 2 : 1)
  const columns = layout.widths.length
  const { label } = props
  return useMemo(
    () => ({
      role: 'grid',
      'aria-label': label,
      'aria-rowcount': rows,
      'aria-colcount': columns,
      'aria-multiselectable': true,
      'aria-readonly': true,
      onFocus,
      onBlur,
    }),
    [label, rows, columns, onFocus, onBlur],
  )
}

/** Counts the selection in the background and reports to the page; a new selection cancels the old count. */
function useSelectionStatus(model: TableModel, { selection, columns }: TableSnapshot, props: DataTableProps) {
  const { onSelection, cellAt, rowCount, remote } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: new data or columns must be counted again, though they are read through the model
  useEffect(() => {
    if (!onSelection) return
    if (!selection) return onSelection(null)
    const counting = new AbortController()
    const range = rangeOf(selection)
    if (remote && !model.areLoaded(range.firstRow, range.lastRow)) {
      const chosen = model.layout.order.slice(range.firstColumn, range.lastColumn + 1)
      void countRemotely(remote, range, chosen, counting.signal, onSelection)
    } else void countSelection(model.source, range, counting.signal, onSelection)
    return () => counting.abort()
  }, [model, selection, columns, cellAt, rowCount, remote, onSelection])
}

function classOf(model: TableModel): string {
  const { maxCellRows } = model.props
  const wrap =
    maxCellRows === 1 ? '' : maxCellRows === 0 ? ' data-table-wrap' : ' data-table-wrap data-table-clamp'
  return `data-table${wrap}${model.props.rowCount === 0 ? ' data-table-no-rows' : ''}${
    model.props.rowNumbers || model.props.ticks ? ' data-table-numbered' : ''
  }`
}

function styleOf(model: TableModel): Record<string, string | number> {
  return {
    '--data-table-row': `${model.rowHeight}px`,
    '--data-table-lines': model.props.maxCellRows,
    '--data-table-header': `${model.headerHeight}px`,
  }
}

/** A constant, because a new object makes Blueprint render again. */
const noRegions: { selected: Region[]; active: StyledRegionGroup[] } = { selected: [], active: [] }

/** Blueprint's regions count rows from the window's start, with the totals as first row. */
function regionsOf(model: TableModel, { selection }: TableSnapshot) {
  if (!selection) return noRegions
  const selected: Region[] = []
  const range = rangeOf(selection)
  const isOne = range.firstRow === range.lastRow && range.firstColumn === range.lastColumn
  if (!isOne) selected.push(...regionIn(model, range))
  const { row, column } = selection.active
  const cell = { firstRow: row, lastRow: row, firstColumn: column, lastColumn: column }
  // The mark for the cell's menu is on the side opposite to the text.
  const marked = isOne && model.props.onExplain !== undefined
  const side = model.columns[column]?.align === 'right' ? 'left' : 'right'
  const className = marked ? `data-table-active data-table-more data-table-more-${side}` : 'data-table-active'
  return { selected, active: [{ className, regions: regionIn(model, cell) }] }
}

function regionIn(model: TableModel, range: GridRange): Region[] {
  if (range.firstRow !== totalsRow) return rowsRegion(model, range)
  const totals = Regions.cell(0, range.firstColumn, 0, range.lastColumn)
  return [totals, ...rowsRegion(model, range)]
}

function rowsRegion(model: TableModel, range: GridRange): Region[] {
  const { base, end } = model.rows
  const first = Math.max(range.firstRow, base)
  const last = Math.min(range.lastRow, end - 1)
  if (first > last) return []
  const offset = (model.hasSummary ? 1 : 0) - base
  return [Regions.cell(first + offset, range.firstColumn, last + offset, range.lastColumn)]
}
