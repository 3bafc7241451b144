// The rows of a result in the product's one table.
import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core'
import { type ReactNode, useMemo } from 'react'
import { runCommand } from '../../../../web/shell/keys/run.ts'
import { useSettings } from '../../../../web/shell/settings.ts'
import { DataTable } from '../../../../web/table/DataTable.tsx'
import type { CellPosition, CellValue, MenuRun, SelectionStatus } from '../../../../web/table/types.ts'
import { copyText } from '../../../../web/ui/copyText.ts'
import { useNarrow } from '../../../../web/ui/useNarrow.ts'
import type { Run } from '../../contract.ts'
import { cellTones } from './compare/kinds.ts'
import type { ResultRows } from './rows/useResultRows.ts'
import { changeState, openDialog, type ResultState, stateOf } from './shown.ts'
import { remoteRows, shownColumns, tableColumns } from './tableOf.ts'
import { exactText } from './values.ts'
import { addFilter, sortAlsoBy, sortBy, unsort } from './view/viewing.ts'
import { weekdayMark } from './weekdays.ts'

interface Props {
  run: Run
  state: ResultState
  rows: ResultRows
  label: string
  empty: ReactNode
  onSelection: (status: SelectionStatus | null) => void
}

/** Below this width a finger needs taller rows. */
const narrowTable = 640

export function ResultTable({ run, state, rows, label, empty, onSelection }: Props) {
  const { queryId: runId, columns } = run
  const { spec, view, hidden } = state
  const { cache } = rows
  const { maxColumnWords, maxCellRows, rowDensity, showWeekday } = useSettings()
  const narrow = useNarrow(narrowTable)
  // Of one run the columns never change, though each answer brings them anew.
  const names = JSON.stringify(columns)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` stands for the columns
  const shown = useMemo(() => shownColumns(run, hidden), [names, hidden])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` stands for the columns
  const tabled = useMemo(() => tableColumns(run, shown, spec), [names, shown, spec])
  const viewId = view?.viewId
  const remote = useMemo(() => remoteRows(runId, viewId, cache, shown), [runId, viewId, cache, shown])
  const reading = useMemo(() => {
    const cellAt = (row: number, column: number): CellValue => cache.cellAt(row, shown[column] ?? -1)
    return { cellAt }
  }, [cache, shown])
  const isDay = columns[shown[0] ?? -1]?.type === 'date'
  const rowMark = useMemo(
    () => (isDay && showWeekday ? (row: number) => weekdayMark(reading.cellAt(row, 0)) : undefined),
    [isDay, showWeekday, reading],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` stands for the columns
  const cellClass = useMemo(() => {
    if (run.kind !== 'compare') return undefined
    const toneOf = cellTones(run, cache.cellAt)
    return (row: number, column: number) => {
      const tone = toneOf(row, shown[column] ?? -1)
      return tone && `result-tone-${tone}`
    }
  }, [names, run.kind, cache, shown])
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
      {...acts}
    />
  )
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
    cellItems: (menuRun: MenuRun) => <CopyEntries menuRun={menuRun} />,
  }
}

interface ColumnEntriesProps {
  run: Run
  column: number
  shownCount: number
  menuRun: MenuRun
}

function ColumnEntries({ run, column, shownCount, menuRun }: ColumnEntriesProps) {
  const { queryId: runId } = run
  const { spec, hidden } = stateOf(runId)
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
        text="筛选…"
        onClick={menuRun(() => openDialog({ kind: 'filter', column, op: 'eq', value: '' }))}
      />
      <MenuItem text="列统计" onClick={menuRun(() => changeState(runId, { statistics: column }))} />
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
] as const

function CopyEntries({ menuRun }: { menuRun: MenuRun }) {
  return (
    <MenuItem text="复制为">
      {copies.map(([command, text]) => (
        <MenuItem key={command} text={text} onClick={menuRun(() => runCommand(command))} />
      ))}
    </MenuItem>
  )
}

/** The same for a menu of its own: nothing selected means the whole result. */
export function CopyMenu() {
  return (
    <Menu>
      {copies.map(([command, text]) => (
        <MenuItem key={command} text={text} onClick={() => runCommand(command)} />
      ))}
    </Menu>
  )
}
