// What other slices, the demo and the commands may use of the session.
export {
  authorityOf,
  changePassword,
  createUser,
  endSessionsOf,
  type NewUser,
  setDisabled,
  upsertRole,
} from './accounts.ts'
export { hashPassword, makePassword } from './password.ts'
export { findAccount } from './repo.ts'
export { readUserCommand, userUsage } from './userCommand.ts'
