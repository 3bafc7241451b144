// The rows of a dictionary in the shared table, with an input over the active cell. The extra line at the
// bottom turns typed or pasted text into new rows.
import { MenuDivider, MenuItem } from '@blueprintjs/core'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useCommandContext } from '#web/shell/keys/contexts.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { useSettings } from '#web/shell/settings.ts'
import { DataTable } from '#web/table/DataTable.tsx'
import type { MenuRun, SelectionStatus, TableColumn, TableHandle } from '#web/table/types.ts'
import { CellInput } from '../sheet/CellInput.ts'
import type { Sheet } from '../sheet/Sheet.ts'
import { pasteText, showEditor, shownEditor, writeCell } from './actions.ts'
import { followActive } from './active.ts'

interface Props {
  sheet: Sheet
  label: string
  onSelection: (status: SelectionStatus | null) => void
}

const textOf = (value: unknown): string => String(value ?? '')

export function Grid({ sheet, label, onSelection }: Props) {
  const version = useSyncExternalStore(sheet.subscribe, sheet.getVersion)
  const root = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [table, setTable] = useState<TableHandle | null>(null)
  const input = useCellInput(sheet, table, root, field)
  const [hasFocus, setFocus] = useState(false)
  useCommandContext('table', hasFocus)
  const maxColumnWords = useSettings((settings) => settings.maxColumnWords)
  const { columns: given } = sheet
  const columns = useMemo(() => columnsOf(given), [given])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function says that cells are others.
  const cellAt = useCallback((row: number, place: number) => sheet.cell(row, place), [sheet, version])
  // biome-ignore lint/correctness/useExhaustiveDependencies: likewise.
  const cellClass = useCallback((row: number, place: number) => classOf(sheet, row, place), [sheet, version])
  const columnItems = useCallback(
    (place: number, run: MenuRun) => (
      <ColumnItems sheet={sheet} place={place} run={run} onRename={renameAt} />
    ),
    [sheet],
  )
  const cellItems = useCallback((run: MenuRun) => <CellItems run={run} />, [])
  return (
    <div className="dictionary-grid" ref={root}>
      <textarea
        ref={field}
        className="dictionary-cell dictionary-cell-away"
        data-awaits-text=""
        aria-label={`${label}：输入所选单元格的内容`}
        rows={1}
        spellCheck={false}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
      />
      <DataTable
        label={label}
        columns={columns}
        rowCount={sheet.rows.length + 1}
        cellAt={cellAt}
        cellClass={cellClass}
        rowNumbers
        keepsPlace
        maxColumnWords={maxColumnWords}
        maxCellRows={1}
        dataKey={sheet.kept.id}
        orderGiven
        onOrder={(keys) => sheet.orderColumns(keys.map(Number))}
        onOpen={() => input.current?.open()}
        onReady={setTable}
        onSelection={onSelection}
        columnItems={columnItems}
        cellItems={cellItems}
      />
    </div>
  )
}

const columnsOf = (columns: Sheet['columns']): TableColumn[] =>
  columns.map(({ id, name }, place) => ({
    key: String(id),
    title: name,
    unit: '',
    align: 'left',
    format: textOf,
    numeric: false,
    width: place === 0 ? 200 : 240,
    ...(place === 0 && { frozen: true }),
  }))

function classOf(sheet: Sheet, row: number, place: number): string | undefined {
  const one = sheet.rows[row]
  if (!one) return 'dictionary-new-row'
  const column = sheet.columns[place]
  if (column && sheet.problems.at(one, column.id) !== null) return 'dictionary-wrong'
  return sheet.isCellChanged(row, place) ? 'dictionary-changed' : undefined
}

/** The input exists as long as the table. */
function useCellInput(
  sheet: Sheet,
  table: TableHandle | null,
  root: React.RefObject<HTMLDivElement | null>,
  field: React.RefObject<HTMLTextAreaElement | null>,
): React.RefObject<CellInput | null> {
  const input = useRef<CellInput | null>(null)
  useEffect(() => {
    if (!table || !root.current || !field.current) return
    const made = new CellInput(root.current, field.current, table, {
      textAt: (row, column) => sheet.cell(row, column),
      write: (row, column, text) => writeCell({ sheet }, row, column, text),
      paste: (text) => pasteText({ sheet, table, input: made }, text),
    })
    input.current = made
    const unfollow = followActive(table)
    const hide = showEditor({ sheet, table, input: made })
    sheet.onStep = (at) => at && table.selectCell(at)
    if (!table.selection) table.selectCell({ row: 0, column: 0 })
    // The input takes the focus when nothing else has it, so that the user can start typing.
    if (document.activeElement?.matches('body, #content')) made.focus()
    return () => {
      unfollow()
      hide()
      made.dispose()
      input.current = null
    }
  }, [sheet, table, root, field])
  return input
}

/** Renames the column whose header was used, wherever the active cell is. */
function renameAt(place: number): void {
  const editor = shownEditor()
  if (editor) void import('./dialogs.tsx').then(({ askColumnName }) => askColumnName(editor, place))
}

interface ItemsProps {
  sheet: Sheet
  place: number
  run: MenuRun
  onRename: (place: number) => void
}

function ColumnItems({ sheet, place, run, onRename }: ItemsProps) {
  return (
    <>
      <MenuItem text="重命名列…" onClick={run(() => onRename(place))} />
      <MenuItem
        text="删除列"
        disabled={sheet.columns.length === 1}
        onClick={run(() => sheet.removeColumn(place))}
      />
      <MenuItem text="新增一列…" onClick={run(() => runCommand('dictionary.addColumn'))} />
      <MenuDivider />
    </>
  )
}

const cellCommands = [
  ['编辑', 'dictionary.edit'],
  ['清空', 'dictionary.clear'],
  ['剪切', 'dictionary.cut'],
  ['删除所选的行', 'dictionary.deleteRows'],
  ['新增一行', 'dictionary.addRow'],
] as const

function CellItems({ run }: { run: MenuRun }) {
  return (
    <>
      {cellCommands.map(([text, command]) => (
        <MenuItem
          key={command}
          text={text}
          labelElement={<KeyHint command={command} />}
          onClick={run(() => runCommand(command))}
        />
      ))}
    </>
  )
}
