// Handlers of the embed commands.
import type { HandledId } from '#commands/define.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { embedCommands } from '../commands/embed.ts'
import { openEmbedDialog } from './open.tsx'

export const embedWork: Record<HandledId<typeof embedCommands>, Handler> = {
  /** `viewId`: the view to embed; without an id, the opened view or the row under the cursor. */
  'view.embed': (viewId) => {
    // The API client has already shown the error.
    openEmbedDialog(typeof viewId === 'number' ? viewId : undefined).catch(() => undefined)
  },
}
