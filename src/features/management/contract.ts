// The calls of users, roles and the audit.
export * from './contract/audit.ts'
export * from './contract/roles.ts'
export type { ChangeHistory, Games } from './contract/shared.ts'
export * from './contract/users.ts'
