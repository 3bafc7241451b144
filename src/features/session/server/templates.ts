// The roles of a fresh installation, by sections of the permission table; each can be changed or deleted like any other.
import { type PermissionKey, permissionKeys, permissions, type RuleList } from '#shared/permissions.ts'

const keysOf = (...lists: RuleList[]): PermissionKey[] =>
  permissionKeys.filter((key) => lists.includes(permissions[key].rule))

/** Shared reports need no key. */
const reading = ['documentRule'] as const
const analysing = [...reading, 'configRule', 'dictionaryRule', 'customReportRule'] as const

export const roleTemplates: readonly { name: string; keys: readonly PermissionKey[] }[] = [
  { name: '管理员', keys: permissionKeys },
  { name: '分析师', keys: keysOf(...analysing) },
  { name: 'SQL', keys: keysOf(...analysing, 'sqlQueryRule') },
  { name: '报表只读', keys: keysOf(...reading) },
]
