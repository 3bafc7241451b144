// Implements the commands of custom reports; loaded with their pages or on first use.

import { navigate } from 'wouter/use-browser-location'
import type { HandledId } from '#commands/define.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import { showMessage } from '#web/shell/message.ts'
import { changedValues, reportAddress } from './address.ts'
import type { customCommands } from './commands.ts'
import { ask, exportReport } from './loading.ts'
import { saveDraft } from './saving.ts'
import { useCustom } from './store.ts'

export type CustomCommandId = HandledId<typeof customCommands>

const focusOn = (selector: string) => () => {
  const found = document.querySelector<HTMLElement>(selector)
  found?.focus()
  if (found instanceof HTMLInputElement) found.select()
}

/** The table loses the focus first, because a table that already had it would not move its cursor. */
function enterTable(): void {
  const grid = document.querySelector<HTMLElement>('.custom-page [role=grid]')
  grid?.blur()
  grid?.focus()
}

function toggleEdit(): void {
  const { report, values, draft } = useCustom.getState()
  if (!report) return
  if (!report.editable) {
    showMessage({ message: '只有发布者和可以修改它的人可以修改这张报表', intent: 'warning' })
    return
  }
  navigate(reportAddress(report.id, changedValues(values, report.params), { editing: draft === null }))
}

function askToDelete(): void {
  if (useCustom.getState().report?.own) useCustom.setState({ deleting: true })
}

function query(): void {
  const { draft, previewTimes } = useCustom.getState()
  if (draft) useCustom.setState({ previewTimes: previewTimes + 1 })
  else void ask()
}

export const customWork: Record<CustomCommandId, Handler> = {
  'custom.create': () => navigate(reportAddress('new')),
  'custom.enterTable': enterTable,
  'custom.query': query,
  'custom.refresh': () => void ask({ fresh: true }),
  'custom.values': focusOn('.custom-values input, .custom-values select, .custom-values textarea'),
  'custom.export': () => void exportReport('xlsx'),
  'custom.exportCsv': () => void exportReport('csv'),
  'custom.toggleChart': () => useCustom.setState(({ chartShown }) => ({ chartShown: !chartShown })),
  'custom.edit': toggleEdit,
  'custom.save': () => void saveDraft(),
  'custom.whoSees': () => void import('./whoSees.tsx').then((shown) => shown.showWhoSees()),
  'custom.delete': askToDelete,
}
