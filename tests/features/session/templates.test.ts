// The roles with which a fresh installation begins.
import { expect, it } from 'vitest'
import { permissionKeys, permissions } from '#shared/permissions.ts'
import { roleTemplates } from '#features/session/server/templates.ts'

it('grow from reading to everything, and only 管理员 may manage users', () => {
  const keysOf = (name: string) => new Set(roleTemplates.find((role) => role.name === name)?.keys)
  const [all, sql, analyst, reader] = ['管理员', 'SQL', '分析师', '报表只读'].map(keysOf)
  expect(all).toEqual(new Set(permissionKeys))
  expect([...(reader ?? [])]).toEqual(['search_document'])
  expect(analyst?.isSupersetOf(reader ?? new Set())).toBe(true)
  expect([...(sql?.difference(analyst ?? new Set()) ?? [])].map((key) => permissions[key].rule)).toEqual([
    'sqlQueryRule',
  ])
  expect(
    roleTemplates.filter(({ keys }) => keys.includes('manage_authority')).map(({ name }) => name),
  ).toEqual(['管理员'])
})
