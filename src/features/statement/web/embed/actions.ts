// What the embeds' commands do.
import type { HandledId } from '#commands/define.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { embedCommands } from '../commands/embed.ts'
import { openEmbedDialog } from './open.tsx'

export const embedWork: Record<HandledId<typeof embedCommands>, Handler> = {
  /** With an id it is about that view. */
  'view.embed': (viewId) => {
    // A call that fails has said so.
    openEmbedDialog(typeof viewId === 'number' ? viewId : undefined).catch(() => undefined)
  },
}
