// Implements the segment commands; they act on the open page.

import { navigate } from 'wouter/use-browser-location'
import type { HandledId } from '#commands/define.ts'
import { pages } from '#shared/pages.ts'
import { actOnShown } from '#web/list/shownList.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { segmentCommands } from './commands.ts'

export const segmentWork: Record<HandledId<typeof segmentCommands>, Handler> = {
  'segments.create': () => navigate(pages.configSegment({ form: 'new' })),
  'segments.compute': () => actOnShown('segments.compute'),
  'segments.history': () => actOnShown('segments.history'),
}
