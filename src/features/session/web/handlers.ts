// Handlers of the session's commands.
import type { Handler } from '../../../web/shell/keys/handlers.ts'
import { signOut } from './identity.ts'

export const sessionHandlers = {
  'session.logout': () => void signOut(),
} satisfies Record<string, Handler>
