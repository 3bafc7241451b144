// Implements the commands of checks; they act on the open page.
import { navigate } from 'wouter/use-browser-location'
import type { HandledId } from '#commands/define.ts'
import { pages } from '#shared/pages.ts'
import { actOnShown } from '#web/list/shownList.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { checksCommands } from './commands.ts'
import { showSuggestions } from './Suggestions.tsx'

export const checksWork: Record<HandledId<typeof checksCommands>, Handler> = {
  'checks.create': () => navigate(pages.configSourceChecks({ form: 'new' })),
  'checks.suggest': () => showSuggestions(),
  'checks.run': () => actOnShown('checks.run'),
  'checks.pause': () => actOnShown('checks.pause'),
  'checks.history': () => actOnShown('checks.history'),
  'held.release': () => actOnShown('held.release'),
  'held.discard': () => actOnShown('held.discard'),
}
