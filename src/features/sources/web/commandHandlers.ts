// Implements the commands of sources; they act on the open page.
import { navigate } from 'wouter/use-browser-location'
import type { HandledId } from '#commands/define.ts'
import { pages } from '#shared/pages.ts'
import { actOnShown } from '#web/list/shownList.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { sourcesCommands } from './commands.ts'

export const sourcesWork: Record<HandledId<typeof sourcesCommands>, Handler> = {
  'sources.create': () => navigate(pages.configSource({ form: 'new' })),
  'sources.run': () => actOnShown('sources.run'),
  'sources.again': () => actOnShown('sources.again'),
  'sources.span': () => actOnShown('sources.span'),
  'sources.confirm': () => actOnShown('sources.confirm'),
  'sources.cancel': () => actOnShown('sources.cancel'),
  'sources.pause': () => actOnShown('sources.pause'),
  'sources.history': () => actOnShown('sources.history'),
}
