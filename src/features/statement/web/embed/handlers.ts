// Handlers of the embeds' commands.
import type { Handler } from '../../../../web/shell/keys/handlers.ts'

export const embedHandlers = {
  'view.embed': () =>
    // A call that fails has said so.
    void import('./open.tsx').then(({ openEmbedDialog }) => openEmbedDialog().catch(() => undefined)),
} satisfies Record<string, Handler>
