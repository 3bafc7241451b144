// Implements the commands of the pages about the installation.
import type { HandledId } from '#commands/define.ts'
import { actOnShown } from '#web/list/shownList.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { installationCommands } from './commands.ts'

/** The page is open by then, so its modules are loaded. */
const onConsole = async () => await import('./console/consoleWork.ts')
const onCheck = async () => await import('./check/store.ts')

export const installationWork: Record<HandledId<typeof installationCommands>, Handler> = {
  'check.run': async () => (await onCheck()).runChecks(),
  'check.copy': async () => (await onCheck()).copyFindings(),
  'check.problems': async () => (await onCheck()).toggleProblems(),
  'check.mail': async () => (await onCheck()).checkMailServer(),
  'caches.clear': () => actOnShown('caches.clear'),
  'console.copy': () => actOnShown('console.copy'),
  'console.copyAll': async () => (await onConsole()).copyAll(),
  'console.clear': async () => (await onConsole()).clearLines(),
  'console.pause': async () => (await onConsole()).togglePause(),
  'console.log': () => actOnShown('console.log'),
}
