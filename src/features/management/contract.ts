// The calls of users, roles and the audit.
export type { ChangeHistory } from '#shared/changeHistory.ts'
export * from './contract/audit.ts'
export * from './contract/handing.ts'
export * from './contract/roles.ts'
export { mostRules, mostValues, type RowRules } from './contract/rowRules.ts'
export type { Games } from './contract/shared.ts'
export * from './contract/users.ts'
