// Handlers of pivot and editor commands; loaded with their pages, or on first use.

import { navigate } from 'wouter/use-browser-location'
import type { HandledId } from '#commands/define.ts'
import { axesOf, swapped } from '#semantic/model/pivot/axes.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import { showMessage } from '#web/shell/message.ts'
import { focusedTable } from '#web/table/focusedTable.ts'
import { detailPath, focusPath } from './address/link.ts'
import type { pivotCommands } from './commands/pivot.ts'
import { applyDraft, closeEditor, openEditor, showSection } from './editor/actions.ts'
import { saveDraft, saveDraftAsNew } from './editor/saving.ts'
import { startDrill } from './pivot/cells.ts'
import { setAxes } from './pivot/PivotFields.tsx'
import { useReplace } from './replace/store.ts'
import { addressOf, presentPath } from './report/follow.ts'
import { useReport } from './report/store.ts'

function togglePivot(): void {
  const { present } = useReport.getState()
  if (!present) return
  navigate(addressOf(present.info, presentPath() === focusPath ? detailPath : focusPath))
}

const openPicker = (picker: 'dimensions' | 'columns') => () => useReport.setState({ picker })

function swapAxes(): void {
  const info = useReport.getState().present?.info
  if (info) setAxes(swapped(axesOf(info)))
}

/** From the cell under the cursor; without one, from the whole pivot. */
const drill = (kind: 'down' | 'across') => () => {
  const model = focusedTable()?.model
  const active = model?.selection?.active
  if (!startDrill(kind, active && model ? model.positionOf(active.row, active.column) : null)) {
    showMessage({ message: '先查询出数据，再选一个格子下钻', intent: 'warning' })
  }
}

export type PivotCommandId = HandledId<typeof pivotCommands>

export const pivotWork: Record<PivotCommandId, Handler> = {
  'report.openPivot': togglePivot,
  'report.edit': openEditor,
  'point.replace': () => useReplace.setState({ open: true, from: null }),
  'pivot.pickRows': openPicker('dimensions'),
  'pivot.pickColumns': openPicker('columns'),
  'pivot.swap': swapAxes,
  'pivot.drillDown': drill('down'),
  'pivot.drillAcross': drill('across'),
  'editor.save': () => void saveDraft(),
  'editor.saveAsNew': () => void saveDraftAsNew(),
  'editor.apply': applyDraft,
  'editor.close': closeEditor,
  'editor.sectionKind': () => showSection('kind'),
  'editor.sectionPoints': () => showSection('points'),
  'editor.sectionDimensions': () => showSection('dims'),
  'editor.sectionFilters': () => showSection('filters'),
  'editor.sectionDays': () => showSection('days'),
  'editor.sectionOptions': () => showSection('options'),
  'editor.sectionName': () => showSection('name'),
}
