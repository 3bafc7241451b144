// One row as a form, beside the table: it follows the selected cell.
import { Button } from '@blueprintjs/core'
import { ChevronDown, ChevronUp, Cross } from '@blueprintjs/icons'
import { useEffect, useMemo, useReducer } from 'react'
import { emptyText } from '#shared/nothing.ts'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { groupThousands } from '#web/table/selection/exactSum.ts'
import type { CellValue } from '#web/table/types.ts'
import type { ResultColumn, Run } from '#features/code/contract.ts'
import { JsonTree } from '../cell/JsonTree.tsx'
import { jsonNodes } from '../cell/jsonNodes.ts'
import { looksLikeJson } from '../json.ts'
import { useResultLabels } from '../labels/labels.ts'
import type { ResultRows } from '../rows/useResultRows.ts'
import { changeState, type ResultState } from '../shown.ts'
import { placeOf, useShownTable } from '../shownTable.ts'
import { shownColumns } from '../tableOf.ts'
import { badgeOf, shownText } from '../values.ts'

interface Props {
  run: Run
  state: ResultState
  rows: ResultRows
}

/** Longer texts are cut: Enter in the table opens a whole cell. */
const longest = 2_000

export function RecordPanel({ run, state, rows }: Props) {
  const table = useShownTable((shown) => shown.table)
  const [, again] = useReducer((times: number) => times + 1, 0)
  const { cache, rowCount } = rows
  useEffect(() => table?.subscribe(again), [table])
  useEffect(() => cache.subscribe(again), [cache])
  const labels = useResultLabels(run)
  const row = Math.min(table?.selection?.active.row ?? table?.firstVisibleRow ?? 0, rowCount - 1)
  const shown = shownColumns(run, state.hidden, state.frozen)
  const active = table?.selection ? table.columnAt(table.selection.active.column) : -1
  const select = (place: number) => table?.selectCell({ row, column: placeOf(table, place, shown.length) })
  return (
    <aside className="result-side result-record" aria-label="此行详情">
      <header className="result-side-head">
        <h3 className="result-record-title">
          <span role="status">第 {groupThousands(String(row + 1))} 行</span>
        </h3>
        <CommandTip command="result.rowBefore" title="上一行">
          <Button
            variant="minimal"
            size="small"
            icon={<ChevronUp />}
            aria-label="上一行"
            disabled={row <= 0}
            onClick={() => runCommand('result.rowBefore')}
          />
        </CommandTip>
        <CommandTip command="result.rowAfter" title="下一行">
          <Button
            variant="minimal"
            size="small"
            icon={<ChevronDown />}
            aria-label="下一行"
            disabled={row >= rowCount - 1}
            onClick={() => runCommand('result.rowAfter')}
          />
        </CommandTip>
        <Button
          variant="minimal"
          size="small"
          icon={<Cross />}
          aria-label="关闭此行详情"
          onClick={() => changeState(run.queryId, { record: false })}
        />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys. */}
      <section className="result-side-body" aria-label="各列的值" tabIndex={0}>
        {row >= 0 && cache.isLoaded(row) && (
          <dl className="result-record-fields">
            {shown.map((index, place) => {
              const column = run.columns[index]
              return column ? (
                // biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys in the table do the same.
                // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the pointer alone.
                <div
                  key={column.key}
                  className={
                    place === active ? 'result-record-field result-record-active' : 'result-record-field'
                  }
                  onClick={() => select(place)}
                >
                  <dt title={column.databaseType}>
                    <span className="result-record-type">{badgeOf(column)}</span>
                    {column.title}
                  </dt>
                  <dd>
                    <Value
                      column={column}
                      value={cache.cellAt(row, index)}
                      label={
                        state.plain ? undefined : labels.get(index)?.get(String(cache.cellAt(row, index)))
                      }
                    />
                  </dd>
                </div>
              ) : null
            })}
          </dl>
        )}
      </section>
    </aside>
  )
}

function Value({
  column,
  value,
  label,
}: {
  column: ResultColumn
  value: CellValue
  label: string | undefined
}) {
  const text = useMemo(() => shownText(column)(value), [column, value])
  const tree = useMemo(
    () =>
      (column.type === 'json' || column.type === 'string') && looksLikeJson(text) ? jsonNodes(text) : null,
    [column, text],
  )
  if (value === null) return <i className="result-null">{emptyText}</i>
  if (tree) return <JsonTree key={text} root={tree} label={column.title} />
  return (
    <>
      {text.slice(0, longest)}
      {text.length > longest && '…'}
      {label !== undefined && <span className="result-record-label"> {label}</span>}
    </>
  )
}
