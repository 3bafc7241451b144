// A list's rows in the product's table: the active row is part of the address, check boxes are at the left.
import { memo, useCallback, useEffect, useMemo, useRef } from 'react'
import { useSettings } from '../shell/settings.ts'
import { DataTable } from '../table/DataTable.tsx'
import { selectCell } from '../table/selection/selection.ts'
import type { MenuRun, TableHandle } from '../table/types.ts'
import { changeAddress, type ListAddress } from './address.ts'
import type { ListWork } from './ListWork.ts'
import { RowItems } from './RowItems.tsx'
import { isSortable, tableCells, tableColumns } from './tableOf.ts'
import type { RowsInOrder } from './types.ts'

interface Props<Row extends object> {
  work: ListWork<Row>
  rows: RowsInOrder<Row>
  /** All rows before filtering; empty for paged lists. */
  all: readonly Row[]
  address: ListAddress
  ticked: ReadonlyMap<string, Row>
  /** Called with the active row, immediately. */
  onFront: (id: string) => void
}

/** A held arrow key moves thirty rows a second: browsers limit how often an address may change. */
const addressEveryMs = 150

/** Rendered only for other rows: a key typed above costs nothing. */
export const ListTable = memo(Rows) as typeof Rows

function Rows<Row extends object>({ work, rows, all, address, ticked, onFront }: Props<Row>) {
  const { declaration, pages } = work.list
  const { maxColumnWords, maxCellRows, rowDensity } = useSettings()
  const { sort, desc } = address
  const columns = useMemo(() => tableColumns(declaration, { sort, desc }), [declaration, sort, desc])
  const cells = useMemo(() => tableCells(declaration.columns, rows), [declaration, rows])
  const remote = useMemo(
    () => pages?.remote((row, column) => declaration.columns[column]?.value(row) ?? null),
    [pages, declaration],
  )
  const ticks = useMemo(() => work.ticksOf(ticked, rows), [work, ticked, rows])
  const table = useRef<TableHandle | null>(null)
  const onReady = useCallback(
    (ready: TableHandle) => {
      table.current = ready
      work.table = ready
    },
    [work],
  )
  useEffect(
    () => () => {
      work.table = null
      work.shown = null
    },
    [work],
  )
  useChosen(table, rows, address, work, onFront)
  const handleSort = (key: string, isDesc: boolean) => {
    const column = declaration.columns.find((one) => one.key === key)
    if (column && isSortable(declaration, column))
      changeAddress(declaration, { sort: key, desc: isDesc }, { step: true })
  }
  const { text, filters } = address
  return (
    <div className="list-table">
      <DataTable
        columns={columns}
        rowCount={rows.count}
        {...cells}
        remote={remote}
        ticks={ticks}
        onReady={onReady}
        rowItems={(run: MenuRun) => <RowItems work={work} run={run} />}
        maxColumnWords={maxColumnWords}
        maxCellRows={remote ? 1 : maxCellRows}
        rowHeight={rowDensity === 'comfortable' ? 32 : 28}
        memory={`list-${declaration.name}`}
        label={declaration.title}
        dataKey={JSON.stringify([text, filters, sort, desc])}
        keepsPlace
        narrowedFrom={all}
        onSort={handleSort}
        onOpen={({ row }) => work.open(rows.at(row))}
      />
    </div>
  )
}

interface Front {
  /** Empty while its row is loading. */
  id: string
  place: number
  /** What the address was last set to, and what it will be set to. */
  told: string
  toldPage: number
  telling: ReturnType<typeof setTimeout> | undefined
  /** Takes over the table's selection. */
  notice: () => void
}

const nobody: Front = { id: '', place: -1, told: '', toldPage: 1, telling: undefined, notice: () => {} }

/** Keeps the table's active row and the address in sync, whichever changed. */
function useChosen<Row extends object>(
  table: { current: TableHandle | null },
  rows: RowsInOrder<Row>,
  address: ListAddress,
  work: ListWork<Row>,
  onFront: (id: string) => void,
): void {
  const { chosen, page } = address
  const { declaration, pages } = work.list
  const latest = useRef(rows)
  latest.current = rows
  const front = useRef<Front>({ ...nobody })

  useEffect(() => {
    const grid = table.current
    const known = front.current
    if (!grid) return
    let toldAt = 0
    const tell = () => {
      toldAt = performance.now()
      known.told = known.id
      known.toldPage = pages?.pageOf(known.place) ?? 1
      changeAddress(declaration, { chosen: known.told, page: known.toldPage })
    }
    known.notice = () => {
      const place = grid.selection?.active.row ?? -1
      if (place < 0) return
      const row = latest.current.at(place)
      const id = row ? declaration.idOf(row) : ''
      known.place = place
      if (known.id === id) return
      known.id = id
      onFront(id)
      clearTimeout(known.telling)
      const wait = toldAt + addressEveryMs - performance.now()
      if (id === '') return
      if (wait <= 0) tell()
      else known.telling = setTimeout(tell, wait)
    }
    const stop = grid.subscribe(known.notice)
    return () => {
      stop()
      clearTimeout(known.telling)
    }
  }, [table, declaration, pages, onFront])

  // Before the selection follows and together with it: no key may see one without the other.
  useEffect(() => {
    work.shown = rows
  }, [work, rows])
  const isFirst = useRef(true)
  const isStale = pages !== null && !pages.answers(address)
  useEffect(() => {
    const grid = table.current
    // Rows of a former question are still shown.
    if (!grid || isStale) return
    const known = front.current
    // Changed from outside: a link, Back, a row just saved.
    const isTold = chosen !== known.told || page !== known.toldPage
    const wanted = isTold ? chosen : known.id
    Object.assign(known, { told: chosen, toldPage: page })
    if (isTold) clearTimeout(known.telling)
    else if (known.id === '' && grid.selection) return known.notice()
    const found = wanted === '' ? -1 : rows.placeOf(wanted)
    // Another page was opened, or no row was named: its first row.
    const at = found < 0 && isTold && pages && page > 1 ? pages.startOf(page) : found
    const column = grid.selection?.active.column ?? 0
    if (at >= 0) {
      const row = grid.selection && rows.at(grid.selection.active.row)
      if (row && found >= 0 && declaration.idOf(row) === wanted) return
      if (isTold || isFirst.current) grid.selectCell({ row: at, column })
      else grid.select(selectCell({ row: at, column }))
      isFirst.current = false
      return
    }
    // The active row is gone: the row in its place becomes active.
    const next = Math.min(known.place, rows.count - 1)
    known.id = ''
    if (wanted !== '' && next >= 0 && grid.selection) {
      grid.select(null)
      grid.select(selectCell({ row: next, column }))
    } else onFront('')
  }, [table, rows, chosen, page, isStale, declaration, pages, onFront])
}
