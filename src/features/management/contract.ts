// The calls of users, roles and the audit.

export type { ChangeHistory } from '../../shared/changeHistory.ts'
export * from './contract/audit.ts'
export * from './contract/roles.ts'
export type { Games } from './contract/shared.ts'
export * from './contract/users.ts'
