// Implements the configuration commands. The pages load when they are opened.

import { navigate } from 'wouter/use-browser-location'
import type { HandledId } from '#commands/define.ts'
import { pages } from '#shared/pages.ts'
import { actOnShown } from '#web/list/shownList.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { configCommands } from './commands.ts'

export const configWork: Record<HandledId<typeof configCommands>, Handler> = {
  'config.createPoint': () => navigate(pages.configPoint({ form: 'new' })),
  'config.createDimension': () => navigate(pages.configDimension({ form: 'new' })),
  'config.define': async () => (await import('./undefined/open.tsx')).showUndefined(),
  'config.tellPlayer': async () => (await import('./personal/open.tsx')).showPlayer(),
  'config.duplicate': () => actOnShown('config.duplicate'),
  'config.change': () => actOnShown('config.change'),
  'config.uses': () => actOnShown('config.uses'),
  'config.graph': () => actOnShown('config.graph'),
  'config.personal': () => actOnShown('config.personal'),
  'config.history': () => actOnShown('config.history'),
  'config.verify': () => actOnShown('config.verify'),
  'config.retire': () => actOnShown('config.retire'),
  'config.replace': () => actOnShown('config.replace'),
  'config.clean': () => actOnShown('config.clean'),
}
