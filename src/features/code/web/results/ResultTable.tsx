// The rows of a result in the product's one table.
import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core'
import { type ReactNode, useEffect, useMemo } from 'react'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { holds } from '#web/shell/session.ts'
import { useSettings } from '#web/shell/settings.ts'
import { DataTable } from '#web/table/DataTable.tsx'
import { useDayRows, usualYears } from '#web/table/days/dayMarks.ts'
import type {
  CellPosition,
  CellValue,
  MenuRun,
  SelectionStatus,
  TableColumn,
  TableHandle,
} from '#web/table/types.ts'
import { copyText } from '#web/ui/copyText.ts'
import { useNarrow } from '#web/ui/useNarrow.ts'
import type { Run } from '#features/code/contract.ts'
import { cellTones } from './compare/kinds.ts'
import { useFind } from './find/find.ts'
import { toggleFrozen } from './freezing.ts'
import { useResultLabels } from './labels/labels.ts'
import type { ResultRows } from './rows/useResultRows.ts'
import { changeState, openDialog, type ResultState, stateOf, useShownResult } from './shown.ts'
import { shownTable, useShownTable } from './shownTable.ts'
import { remoteRows, shownColumns, tableColumns } from './tableOf.ts'
import { exactText } from './values.ts'
import { addFilter, sortAlsoBy, sortBy, unsort } from './view/viewing.ts'
import { cellOf } from './watchedCell.ts'

interface Props {
  run: Run
  state: ResultState
  rows: ResultRows
  label: string
  empty: ReactNode
  onSelection: (status: SelectionStatus | null) => void
}

/** Below this width rows are taller, for touch. */
const narrowTable = 640

export function ResultTable({ run, state, rows, label, empty, onSelection }: Props) {
  const { queryId: runId, columns } = run
  const { spec, view, hidden, frozen, plain } = state
  const { cache } = rows
  const { maxColumnWords, maxCellRows, rowDensity } = useSettings()
  const narrow = useNarrow(narrowTable)
  // The columns of a run never change, though each answer has a new array.
  const names = JSON.stringify(columns)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` stands for the columns
  const shown = useMemo(() => shownColumns(run, hidden, frozen), [names, hidden, frozen])
  const labels = useResultLabels(run)
  const look = useMemo(() => ({ spec, frozen, plain }), [spec, frozen, plain])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` stands for the columns
  const tabled = useMemo(() => tableColumns(run, shown, look, labels), [names, shown, look, labels])
  const viewId = view?.viewId
  const remote = useMemo(() => remoteRows(runId, viewId, cache, shown), [runId, viewId, cache, shown])
  const reading = useMemo(() => {
    const cellAt = (row: number, column: number): CellValue => cache.cellAt(row, shown[column] ?? -1)
    return { cellAt }
  }, [cache, shown])
  const years = useMemo(usualYears, [])
  const rowMark = useDayRows({
    rowCount: rows.rowCount,
    cellAt: reading.cellAt,
    column: shown.flatMap((column, place) => (columns[column]?.type === 'date' ? [place] : [])),
    years,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` stands for the columns
  const toneClass = useMemo(() => {
    if (run.kind !== 'compare') return undefined
    const toneOf = cellTones(run, cache.cellAt)
    return (row: number, column: number) => {
      const tone = toneOf(row, shown[column] ?? -1)
      return tone && `result-tone-${tone}`
    }
  }, [names, run.kind, cache, shown])
  const found = useFind((find) => (find.runId === runId ? find.text.trim() : ''))
  const cellClass = useMemo(() => {
    const isFound = foundIn(found, tabled, reading.cellAt)
    if (!isFound) return toneClass
    return (row: number, column: number) => (isFound(row, column) ? 'result-found' : toneClass?.(row, column))
  }, [found, tabled, reading, toneClass])
  useEffect(() => {
    useShownTable.setState({ watched: () => cellHere(run, shown, reading.cellAt) })
    return () => useShownTable.setState({ watched: null })
  }, [run, shown, reading])
  const acts = useMemo(() => actsOn(run, shown, reading.cellAt), [run, shown, reading])
  return (
    <DataTable
      columns={tabled}
      rowCount={rows.rowCount}
      cellAt={reading.cellAt}
      remote={remote}
      rowMark={rowMark}
      cellClass={cellClass}
      rowNumbers
      countsEmptyTexts
      dataKey={rows.key}
      maxColumnWords={maxColumnWords}
      maxCellRows={maxCellRows}
      rowHeight={rowDensity === 'comfortable' || narrow ? 28 : 24}
      label={label}
      empty={empty}
      onSelection={onSelection}
      onReady={provideTable}
      {...acts}
    />
  )
}

const provideTable = (table: TableHandle): void => useShownTable.setState({ table })

/** Called only for painted cells; null without a search. */
function foundIn(
  text: string,
  columns: readonly TableColumn[],
  cellAt: (row: number, column: number) => CellValue,
): ((row: number, column: number) => boolean) | null {
  if (text === '') return null
  const typed = text.toLowerCase()
  return (row, column) => {
    const value = cellAt(row, column)
    if (value === null) return false
    const { format, copy = format } = columns[column] ?? { format: String }
    return format(value).toLowerCase().includes(typed) || copy(value).toLowerCase().includes(typed)
  }
}

function actsOn(run: Run, shown: readonly number[], cellAt: (row: number, column: number) => CellValue) {
  const { queryId: runId, columns } = run
  const indexOf = (place: number) => shown[place] ?? 0
  return {
    onSort: (key: string, desc: boolean) =>
      sortBy(
        runId,
        columns.findIndex((column) => column.key === key),
        desc,
      ),
    onFilter: ({ row, column }: CellPosition) => {
      const value = cellAt(row, column)
      addFilter(runId, {
        column: indexOf(column),
        ...(value === null ? { op: 'empty' } : { op: 'eq', value }),
      })
    },
    onOpen: ({ row, column }: CellPosition) => {
      const source = columns[indexOf(column)]
      const value = cellAt(row, column)
      if (!source) return
      const text = value === null ? null : exactText(source)(value)
      openDialog({ kind: 'cell', title: source.title, text, type: source.databaseType })
    },
    columnItems: (place: number, menuRun: MenuRun) => (
      <ColumnEntries run={run} column={indexOf(place)} shownCount={shown.length} menuRun={menuRun} />
    ),
    cellItems: (menuRun: MenuRun) => (
      <>
        <MenuItem
          text="此行详情"
          labelElement={<KeyHint command="result.record" />}
          onClick={menuRun(() => runCommand('result.record'))}
        />
        {useShownResult.getState().strip && holds('alert_config_edit') && (
          <MenuItem text="设为告警" onClick={menuRun(() => runCommand('sql.alarm'))} />
        )}
      </>
    ),
    copyItems: (menuRun: MenuRun) => <CopyEntries menuRun={menuRun} />,
  }
}

/** The selected cell; that whose menu is open is selected. */
function cellHere(run: Run, shown: readonly number[], cellAt: (row: number, column: number) => CellValue) {
  const table = shownTable()
  const active = table?.selection?.active
  if (!table || !active) return undefined
  const column = table.columnAt(active.column)
  return cellOf(run, shown[column] ?? 0, cellAt(active.row, column))
}

interface ColumnEntriesProps {
  run: Run
  column: number
  shownCount: number
  menuRun: MenuRun
}

function ColumnEntries({ run, column, shownCount, menuRun }: ColumnEntriesProps) {
  const { queryId: runId } = run
  const { spec, hidden, frozen } = stateOf(runId)
  const isFrozen = frozen.includes(column)
  const title = run.columns[column]?.title ?? ''
  const isSorted = spec.sort.some((one) => one.column === column)
  return (
    <>
      {spec.sort.length > 0 && !isSorted && (
        <>
          <MenuItem text="再按此列升序" onClick={menuRun(() => sortAlsoBy(runId, column, false))} />
          <MenuItem text="再按此列降序" onClick={menuRun(() => sortAlsoBy(runId, column, true))} />
        </>
      )}
      {isSorted && <MenuItem text="取消此列排序" onClick={menuRun(() => unsort(runId, column))} />}
      <MenuItem
        text="选值筛选…"
        labelElement={<KeyHint command="result.filterValues" />}
        onClick={menuRun(() => openDialog({ kind: 'values', column }))}
      />
      <MenuItem
        text="按条件筛选…"
        onClick={menuRun(() => openDialog({ kind: 'filter', column, op: 'eq', value: '' }))}
      />
      <MenuItem
        text={isFrozen ? '取消固定此列' : '固定此列'}
        labelElement={<KeyHint command="result.freeze" />}
        onClick={menuRun(() => toggleFrozen(run, column))}
      />
      <MenuItem
        text="列统计"
        onClick={menuRun(() => changeState(runId, { statistics: column, record: false }))}
      />
      <MenuItem text="复制列名" onClick={menuRun(() => void copyText(title))} />
      <MenuItem
        text="隐藏此列"
        disabled={shownCount < 2}
        onClick={menuRun(() => changeState(runId, { hidden: [...hidden, column] }))}
      />
      {hidden.length > 0 && (
        <MenuItem
          text={`显示隐藏的 ${hidden.length} 列`}
          onClick={menuRun(() => changeState(runId, { hidden: [] }))}
        />
      )}
      <MenuDivider />
    </>
  )
}

const copies = [
  ['result.copyTsv', 'TSV'],
  ['result.copyCsv', 'CSV'],
  ['result.copyJson', 'JSON'],
  ['result.copyMarkdown', 'Markdown'],
  ['result.copyInsert', 'INSERT'],
  ['result.copyIn', 'IN 列表'],
] as const

function CopyEntries({ menuRun }: { menuRun: MenuRun }) {
  return (
    <>
      {copies.map(([command, text]) => (
        <MenuItem
          key={command}
          text={text}
          labelElement={<KeyHint command={command} />}
          onClick={menuRun(() => runCommand(command))}
        />
      ))}
    </>
  )
}

/** The same items for a separate menu: nothing selected means the whole result. */
export function CopyMenu({ ready }: { ready: boolean }) {
  return (
    <Menu>
      {copies.map(([command, text]) => (
        <MenuItem
          key={command}
          text={text}
          disabled={!ready}
          labelElement={<KeyHint command={command} />}
          onClick={() => runCommand(command)}
        />
      ))}
    </Menu>
  )
}
