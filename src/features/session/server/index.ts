// What other features, the demo and the commands may use of the session server.

import type { Deps } from '#server/deps.ts'

export { authorityOfKeys as authorityOf } from '#shared/permissions.ts'
export {
  changePassword,
  cleanEmail,
  createUser,
  dropStep,
  endSessionsOf,
  freeUsername,
  setDisabled,
  upsertRole,
} from './accounts.ts'
export { assertPasswordHere, haltWords, methodOf, methodTitle } from './company/sources.ts'
export { dropLinks, makeLink } from './links.ts'
export { holdersOf, keepManagers, localHolders } from './managers.ts'
export {
  foreignKeys,
  type ManagedNames,
  mergedRules,
  type Role,
  rolesKind,
  rolesKindOf,
  rulesOfUser,
  scopeTold,
  type User,
  usersKind,
} from './objectKinds.ts'
export { hashPassword, noPassword } from './password.ts'
export { ruleNames } from './ruleNames.ts'
export { readUserCommand } from './userCommand.ts'

/** Loads what asks directories and providers. */
export const signInStanding = async (deps: Deps) =>
  (await import('./company/looking.ts')).signInStanding(deps)
