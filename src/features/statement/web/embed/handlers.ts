// Handlers of the embeds' commands.
import type { Handler } from '../../../../web/shell/keys/handlers.ts'
import { whenRead } from '../../../../web/shell/whenRead.ts'

export const embedHandlers = {
  /** With an id it is about that view. */
  'view.embed': (viewId?: unknown) =>
    whenRead(import('./open.tsx'), ({ openEmbedDialog }) => {
      // A call that fails has said so.
      openEmbedDialog(typeof viewId === 'number' ? viewId : undefined).catch(() => undefined)
    }),
} satisfies Record<string, Handler>
