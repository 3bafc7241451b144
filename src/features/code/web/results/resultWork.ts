// Handlers of the result commands, which act on the displayed result.

import type { HandledId } from '#commands/define.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import { showMessage } from '#web/shell/message.ts'
import { focusedTable } from '#web/table/focusedTable.ts'
import type { Run } from '#features/code/contract.ts'
import type { resultCommands } from '../commands/result.ts'
import { copyResult } from './copy/copying.ts'
import type { CopyFormat } from './copy/formats.ts'
import { exportInBackground, exportNow } from './exports/exporting.ts'
import { openFind, step } from './find/find.ts'
import { toggleFrozen } from './freezing.ts'
import { changeState, openDialog, type ResultStrip, stateOf, useShownResult } from './shown.ts'
import { shownTable } from './shownTable.ts'
import { clearView } from './view/viewing.ts'

/** A result with rows, or null after telling the reader that there is none. */
function shownResult(): Run | null {
  const { run } = useShownResult.getState()
  if (run && run.columns.length > 0 && run.status !== 'failed' && run.status !== 'canceled') return run
  showMessage({ message: '还没有可用的结果，请先运行查询' })
  return null
}

const onResult =
  (act: (run: Run) => void): Handler =>
  () => {
    const run = shownResult()
    if (run) act(run)
  }

/** For server-side work on the whole result. */
const onWhole = (act: (run: Run) => void): Handler =>
  onResult((run) => {
    if (run.status === 'done') act(run)
    else showMessage({ message: '运行结束后才能这样做', intent: 'warning' })
  })

const onStrip =
  (act: (strip: ResultStrip) => void): Handler =>
  () => {
    const { strip } = useShownResult.getState()
    if (strip) act(strip)
  }

/** The strip's menu names the tab. */
const onTab = (act: 'pin' | 'rename' | 'close' | 'closeOthers' | 'closeRight'): Handler => {
  return (key) => useShownResult.getState().strip?.[act](typeof key === 'string' ? key : undefined)
}

const copyAs = (format: CopyFormat): Handler => onResult((run) => void copyResult(run, format))

/** The active cell's column, else the first. */
function activeColumn(run: Run): number {
  const model = focusedTable()?.model
  const place = model?.selection?.active.column
  const key = place === undefined ? undefined : model?.columns[place]?.key
  return Math.max(
    0,
    run.columns.findIndex((column) => column.key === key),
  )
}

/** An open field gets the focus again; a new one takes it by itself. */
function focusFind(): void {
  const field = document.querySelector<HTMLInputElement>('.result-find-field input')
  field?.focus()
  field?.select()
}

export const resultWork: Record<HandledId<typeof resultCommands>, Handler> = {
  'result.next': onStrip((strip) => strip.next()),
  'result.previous': onStrip((strip) => strip.previous()),
  'result.pin': onTab('pin'),
  'result.rename': onTab('rename'),
  'result.close': onTab('close'),
  'result.closeOthers': onTab('closeOthers'),
  'result.closeRight': onTab('closeRight'),
  'result.reopen': onStrip((strip) => strip.reopen()),
  'result.compare': onWhole(() => openDialog({ kind: 'compare' })),
  'result.chart': onWhole(({ queryId: runId }) =>
    changeState(runId, { mode: stateOf(runId).mode === 'chart' ? 'table' : 'chart' }),
  ),
  'result.statistics': onWhole((run) => {
    const column = activeColumn(run)
    const isOpen = stateOf(run.queryId).statistics === column
    changeState(run.queryId, { statistics: isOpen ? null : column, record: false })
  }),
  'result.find': onWhole(({ queryId: runId }) => {
    changeState(runId, { mode: 'table' })
    openFind(runId)
    focusFind()
  }),
  'result.findNext': () => void step(1),
  'result.findPrevious': () => void step(-1),
  'result.filterValues': onWhole((run) => openDialog({ kind: 'values', column: activeColumn(run) })),
  'result.freeze': onResult((run) => toggleFrozen(run, activeColumn(run))),
  'result.labels': onResult(({ queryId: runId }) => changeState(runId, { plain: !stateOf(runId).plain })),
  'result.record': onResult(({ queryId: runId }) => {
    const { record } = stateOf(runId)
    changeState(runId, { record: !record, statistics: null, mode: 'table' })
  }),
  'result.rowAfter': () => shownTable()?.move('down'),
  'result.rowBefore': () => shownTable()?.move('up'),
  'result.clearView': onResult(({ queryId: runId }) => clearView(runId)),
  'result.copyTsv': copyAs('tsv'),
  'result.copyCsv': copyAs('csv'),
  'result.copyJson': copyAs('json'),
  'result.copyMarkdown': copyAs('markdown'),
  'result.copyInsert': copyAs('insert'),
  'result.copyIn': copyAs('in'),
  'result.exportCsv': onWhole((run) => void exportNow(run, 'csv')),
  'result.exportXlsx': onWhole((run) => void exportNow(run, 'xlsx')),
  'result.exportAsync': onWhole((run) => void exportInBackground(run)),
  'result.exports': () => openDialog({ kind: 'exports' }),
  'result.saveTemporary': onWhole(() => openDialog({ kind: 'temporary' })),
}
