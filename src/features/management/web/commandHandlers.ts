// Implements the commands of users and roles; they act on the open list.
import type { HandledId } from '#commands/define.ts'
import { actOnShown } from '#web/list/shownList.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { managementCommands } from './commands.ts'

export const managementWork: Record<HandledId<typeof managementCommands>, Handler> = {
  'users.link': () => actOnShown('users.link'),
  'users.resetStep': () => actOnShown('users.resetStep'),
  'users.linkOutside': () => actOnShown('users.linkOutside'),
  'users.unlinkOutside': () => actOnShown('users.unlinkOutside'),
  'users.sessions': () => actOnShown('users.sessions'),
  'users.rights': () => actOnShown('users.rights'),
  'users.handOver': () => actOnShown('users.handOver'),
  'users.disable': () => actOnShown('users.disable'),
  'users.enable': () => actOnShown('users.enable'),
  'roles.copy': () => actOnShown('roles.copy'),
  'roles.users': () => actOnShown('roles.users'),
  'roles.see': () => actOnShown('roles.see'),
  'seeing.end': async () => (await import('./seeing/seeing.ts')).stopSeeing(),
  'rights.why': async () => (await import('./why/WhyDialog.tsx')).showWhy(),
  'management.history': () => actOnShown('management.history'),
}
