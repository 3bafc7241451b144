// Handlers of the embeds' commands.
import type { Handler } from '../../../../web/shell/keys/handlers.ts'

export const embedHandlers = {
  /** With an id it is about that view. */
  'view.embed': (viewId?: unknown) =>
    // A call that fails has said so.
    void import('./open.tsx').then(({ openEmbedDialog }) =>
      openEmbedDialog(typeof viewId === 'number' ? viewId : undefined).catch(() => undefined),
    ),
} satisfies Record<string, Handler>
