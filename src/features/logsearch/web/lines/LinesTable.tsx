// The lines as a table: matches, neighbours of a line, or new lines.
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useSettings } from '#web/shell/settings.ts'
import { DataTable } from '#web/table/DataTable.tsx'
import type { CellValue, MenuRun, RemoteRows, TableHandle } from '#web/table/types.ts'
import { addTerm, frontField, lineInFront, toggleColumn, toggleDetail } from '../actions.ts'
import type { ShownLine } from '../reading/question.ts'
import { indexOf, setTable, shownColumns, storeOf, useLogs } from '../store.ts'
import { toneOf, toneOfValue } from '../tones.ts'
import { columnsOf, type LineColumn, longestTexts, sampledLines } from './columns.ts'
import { LineItems } from './LineItems.tsx'
import { fieldOf } from './line.ts'
import { useMarks } from './marks.ts'

interface Props {
  label: string
  rowCount: number
  /** Must be stable while the lines are the same. */
  lineAt: (row: number) => ShownLine | undefined
  remote?: ((cellAt: (row: number, column: number) => CellValue) => RemoteRows) | undefined
  dataKey: string | number
  /** The central line. */
  marked?: string
  /** Contains lines of several stores. */
  severalStores: boolean
  keepsPlace?: boolean
  empty?: ReactNode
}

/** The most lines of a wrapped text; the details have the rest. */
const mostLines = 8

export function LinesTable(props: Props) {
  const { label, rowCount, lineAt, dataKey, marked = '', severalStores, keepsPlace = false, empty } = props
  const { fields, wrap, entrance } = useFields()
  const { maxColumnWords } = useSettings()
  const [box, available] = useWidth()
  const longest = useLongest(lineAt, rowCount, fields)
  const columns = useColumns({ fields, wrap, entrance, severalStores, available, longest })
  const cellAt = useCallback(
    (row: number, column: number): CellValue => {
      const line = lineAt(row)
      return line ? (columns[column]?.read(line) ?? null) : null
    },
    [lineAt, columns],
  )
  const make = props.remote
  const remote = useMemo(() => make?.(cellAt), [make, cellAt])
  const cellClass = useCallback(
    (row: number, column: number) => classOf(lineAt(row), columns[column], column, marked),
    [lineAt, columns, marked],
  )
  const ready = useTable(lineAt)
  const open = useCallback(
    ({ row }: { row: number }) => {
      const line = lineAt(row)
      if (line) toggleDetail(line)
    },
    [lineAt],
  )
  useMarks(box)
  return (
    <div className="log-lines" ref={box}>
      {available > 0 && (
        <DataTable
          label={label}
          columns={columns}
          rowCount={rowCount}
          cellAt={cellAt}
          remote={remote}
          maxColumnWords={maxColumnWords}
          maxCellRows={wrap ? mostLines : 1}
          cellClass={cellClass}
          dataKey={dataKey}
          keepsPlace={keepsPlace}
          onReady={ready}
          onOpen={open}
          onFilter={filterByCell}
          rowItems={rowItems}
          columnItems={(column, run) => <ColumnItems column={columns[column]} run={run} />}
          empty={empty}
        />
      )}
    </div>
  )
}

const rowItems = (run: MenuRun) => <LineItems run={run} />

function filterByCell(): void {
  const field = frontField()
  if (field && field.field !== '') addTerm('is', field)
}

function ColumnItems({ column, run }: { column: LineColumn | undefined; run: MenuRun }) {
  const field = column?.field
  return field === undefined ? null : <LineItems.Column field={field} run={run} onRemove={toggleColumn} />
}

function useFields() {
  const fields = useLogs(useShallow(shownColumns))
  const wrap = useLogs(({ address }) => address.wrap)
  const entrance = useLogs(({ address }) => address.entrance)
  return { fields, wrap, entrance }
}

/** The same object while the widths are equal: new columns would reset the table. */
function useLongest(lineAt: Props['lineAt'], rowCount: number, fields: readonly string[]) {
  const text = useMemo(
    () => JSON.stringify(longestTexts(sampledLines(lineAt, rowCount), fields)),
    [lineAt, rowCount, fields],
  )
  return useMemo(() => JSON.parse(text) as Readonly<Record<string, number>>, [text])
}

interface Wanted {
  fields: readonly string[]
  wrap: boolean
  entrance: string
  severalStores: boolean
  available: number
  longest: Readonly<Record<string, number>>
}

function useColumns({ fields, wrap, entrance, severalStores, available, longest }: Wanted): LineColumn[] {
  const index = useLogs(indexOf)
  const columns = useMemo(() => {
    const titleOf = (name: string) => storeOf(useLogs.getState(), entrance, name)?.title ?? name
    return columnsOf({ fields, index, storeTitle: severalStores ? titleOf : null, available, wrap, longest })
  }, [fields, index, entrance, severalStores, available, wrap, longest])
  useEffect(() => useLogs.setState({ columnKeys: columns.map(({ field }) => field) }), [columns])
  return columns
}

/** Registers the table for the page's actions, and follows the active line. */
function useTable(lineAt: Props['lineAt']): (table: TableHandle) => void {
  const lines = useRef(lineAt)
  lines.current = lineAt
  const forget = useRef<() => void>(undefined)
  useEffect(
    () => () => {
      forget.current?.()
      setTable(null)
    },
    [],
  )
  return useCallback((table: TableHandle) => {
    setTable(table)
    let row: number | undefined
    forget.current = table.subscribe(() => {
      const now = table.selection?.active.row
      if (now === row) return
      row = now
      const line = now === undefined ? undefined : lines.current(now)
      // Not during rendering.
      if (line) queueMicrotask(() => lineInFront(line))
    })
  }, [])
}

function useWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!box.current) return
    const measure = () => setWidth(Math.floor(box.current?.clientWidth || 1_000))
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const sizes = new ResizeObserver(measure)
    sizes.observe(box.current)
    return () => sizes.disconnect()
  }, [])
  return [box, width] as const
}

function classOf(
  line: ShownLine | undefined,
  column: LineColumn | undefined,
  at: number,
  marked: string,
): string | undefined {
  if (!line || !column) return undefined
  const tone = line.level ? toneOf(line.level) : null
  const names: (string | false | null)[] = [line.id === marked && 'log-cell-marked']
  if (at === 0) names.push('log-cell-time', tone && `log-edge-${tone}`)
  else if (column.key === 'level') names.push(tone && `log-text-${tone}`)
  else if (column.key === 'line') names.push('log-cell-line')
  else if (column.field) {
    const own = toneOfValue(column.field, fieldOf(line, column.field) ?? '')
    names.push('log-cell-line', own && `log-text-${own}`)
  }
  return names.filter(Boolean).join(' ') || undefined
}
