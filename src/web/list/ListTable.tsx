// The rows of a list in the product's table: what is chosen there stands in the address, ticks are boxes at the left.
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSettings } from '../shell/settings.ts'
import { DataTable } from '../table/DataTable.tsx'
import { selectCell } from '../table/selection.ts'
import type { MenuRun, TableHandle } from '../table/types.ts'
import { changeAddress, type ListAddress } from './address.ts'
import type { ListWork } from './ListWork.ts'
import { RowItems } from './RowItems.tsx'
import { isSortable, tableCells, tableColumns } from './tableOf.ts'
import type { RowsInOrder } from './types.ts'

interface Props<Row extends object> {
  work: ListWork<Row>
  rows: RowsInOrder<Row>
  address: ListAddress
  ticked: ReadonlyMap<string, Row>
  /** Told the row in front, at once. */
  onFront: (id: string) => void
}

/** A held arrow key chooses thirty rows a second: more than a browser lets an address change. */
const addressEveryMs = 150

export function ListTable<Row extends object>({ work, rows, address, ticked, onFront }: Props<Row>) {
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
        onSort={handleSort}
        onOpen={({ row }) => work.open(rows.at(row))}
      />
    </div>
  )
}

/** Keeps the table's row in front and the address together, whichever of them changed. */
function useChosen<Row extends object>(
  table: { current: TableHandle | null },
  rows: RowsInOrder<Row>,
  { chosen }: ListAddress,
  work: ListWork<Row>,
  onFront: (id: string) => void,
): void {
  const { declaration } = work.list
  const latest = useRef(rows)
  latest.current = rows
  /** Id and place of the row in front, and what the address was last told. */
  const front = useRef({ id: '', place: -1, told: '' })

  useEffect(() => {
    const grid = table.current
    if (!grid) return
    let toldAt = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = (id: string) => {
      toldAt = performance.now()
      front.current.told = id
      changeAddress(declaration, { chosen: id })
    }
    const stop = grid.subscribe(() => {
      const place = grid.selection?.active.row ?? -1
      const row = latest.current.at(place)
      if (!row) return
      const id = declaration.idOf(row)
      const before = front.current
      before.place = place
      if (before.id === id) return
      before.id = id
      onFront(id)
      clearTimeout(timer)
      const wait = toldAt + addressEveryMs - performance.now()
      if (wait <= 0) tell(id)
      else timer = setTimeout(() => tell(id), wait)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [table, declaration, onFront])

  const isFirst = useRef(true)
  useEffect(() => {
    const grid = table.current
    if (!grid) return
    const known = front.current
    // From outside: a link, Back, a row that was just saved.
    const isTold = chosen !== known.told
    const wanted = isTold ? chosen : known.id
    known.told = chosen
    const at = wanted === '' ? -1 : rows.placeOf(wanted)
    const column = grid.selection?.active.column ?? 0
    if (at >= 0) {
      const row = grid.selection && rows.at(grid.selection.active.row)
      if (row && declaration.idOf(row) === wanted) return
      if (isTold || isFirst.current) grid.selectCell({ row: at, column })
      else grid.select(selectCell({ row: at, column }))
      isFirst.current = false
      return
    }
    // Its row is gone: the one that took its place is in front then.
    const next = Math.min(known.place, rows.count - 1)
    known.id = ''
    if (wanted !== '' && next >= 0 && grid.selection) {
      grid.select(null)
      grid.select(selectCell({ row: next, column }))
    } else onFront('')
  }, [table, rows, chosen, declaration, onFront])
}
