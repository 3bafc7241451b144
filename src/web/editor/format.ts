// Formats the selection's statements, or all, as one undo step; the cursor stays at its word.
import type { editor } from 'monaco-editor'
import { isClickHouse } from './dialect.ts'
import { presentCatalog } from './providers.ts'
import { selectedTarget } from './target.ts'

export async function formatInto(view: editor.IStandaloneCodeEditor): Promise<void> {
  const model = view.getModel()
  if (!model) return
  const version = model.getVersionId()
  const selected = selectedTarget(view)
  const whole = model.getValue()
  const { start, end, sql } = selected ?? { start: 0, end: whole.length, sql: whole }
  const { formatSql, placeAfter } = await import('./formatSql.ts')
  const formatted = formatSql(sql, isClickHouse(presentCatalog()) ? 'clickhouse' : 'duckdb')
  // The text was edited while the formatter was loading: the edit wins.
  if (model.isDisposed() || model.getVersionId() !== version || formatted === sql) return
  const from = model.getPositionAt(start)
  const to = model.getPositionAt(end)
  const cursor = model.getOffsetAt(view.getPosition() ?? from)
  view.pushUndoStop()
  view.executeEdits('analytics.format', [
    {
      range: {
        startLineNumber: from.lineNumber,
        startColumn: from.column,
        endLineNumber: to.lineNumber,
        endColumn: to.column,
      },
      text: formatted,
    },
  ])
  view.pushUndoStop()
  const place =
    cursor < start
      ? cursor
      : cursor > end
        ? cursor - sql.length + formatted.length
        : start + placeAfter(sql, formatted, cursor - start)
  if (!selected) view.setPosition(model.getPositionAt(place))
  view.revealPositionInCenterIfOutsideViewport(view.getPosition() ?? from)
}
