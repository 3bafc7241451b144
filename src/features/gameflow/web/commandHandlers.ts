// Implements the game flow commands. Pages load when they are opened, so a command asks the open page to act.

import { navigate } from 'wouter/use-browser-location'
import type { HandledId } from '#commands/define.ts'
import { pages } from '#shared/pages.ts'
import { actOnShown } from '#web/list/shownList.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { gameFlowCommands } from './commands.ts'
import { workOnFigures } from './flow/shownFigures.ts'

export const gameFlowWork: Record<HandledId<typeof gameFlowCommands>, Handler> = {
  'gameflow.addRecord': () => navigate(pages.othersGameFlowRecords({ form: 'new' })),
  'gameflow.source': async () => (await import('./flow/SourceDialog.tsx')).showSource(),
  'gameflow.export': async () => (await import('./flow/exporting.ts')).exportShown('xlsx'),
  'gameflow.exportCsv': async () => (await import('./flow/exporting.ts')).exportShown('csv'),
  'gameflow.convert': () => workOnFigures('convert'),
  'gameflow.previous': () => workOnFigures('previous'),
  'gameflow.next': () => workOnFigures('next'),
  'gameflow.refresh': () => workOnFigures('refresh'),
  'gameflow.settle': () => actOnShown('gameflow.settle'),
  'gameflow.history': () => actOnShown('gameflow.history'),
  'gameflow.close': () => actOnShown('gameflow.close'),
  'gameflow.reopen': () => actOnShown('gameflow.reopen'),
  'gameflow.monthFigures': () => actOnShown('gameflow.monthFigures'),
}
