// Implements the commands of one-time codes. All but one act on the open page.
import type { HandledId } from '#commands/define.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { mfaCommands } from './commands.ts'

type MfaWork = typeof import('./actions.tsx')
const onPage =
  (work: (page: MfaWork) => unknown): Handler =>
  async () => {
    await work(await import('./actions.tsx'))
  }

export const mfaWork: Record<HandledId<typeof mfaCommands>, Handler> = {
  'mfa.quick': onPage(({ copyQuickly }) => copyQuickly()),
  'mfa.copy': onPage(({ copySelected }) => copySelected()),
  'mfa.show': onPage(({ showCodes }) => showCodes()),
  'mfa.previous': onPage(({ step }) => step(-1)),
  'mfa.next': onPage(({ step }) => step(1)),
  'mfa.console': onPage(({ openConsole }) => openConsole()),
  'mfa.create': onPage(({ createAccount }) => createAccount()),
  'mfa.edit': onPage(({ editSelected }) => editSelected()),
  'mfa.delete': onPage(({ deleteSelected }) => deleteSelected()),
  'mfa.history': onPage(({ tellHistory }) => tellHistory()),
  'mfa.undo': async () => (await import('#web/ui/undo.ts')).undoLast(),
}
