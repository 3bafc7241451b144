// Implements the commands of the lists. Pages load when they are opened, so a command asks the open page to
// act.
import type { HandledId } from '#commands/define.ts'
import { actOnShown } from '#web/list/shownList.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { listsCommands } from './commands.ts'

export const listsWork: Record<HandledId<typeof listsCommands>, Handler> = {
  'others.find': Object.assign(() => document.getElementById('others-find')?.focus(), {
    isOfUse: () => document.getElementById('others-find') !== null,
  }),
  'blacklist.rules': async () => (await import('./entries/BlackListPage.tsx')).openRules(),
  'blackrules.run': () => actOnShown('blackrules.run'),
  'blackrules.preview': () => actOnShown('blackrules.preview'),
  'whitelist.publish': async () => (await import('./publish/PublishDialog.tsx')).showPublishing(),
  'ads.check': () => actOnShown('ads.check'),
  'lists.history': () => actOnShown('lists.history'),
}
