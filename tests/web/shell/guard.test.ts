// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { type PermissionKey, permissionKeys, permissions } from '#shared/permissions.ts'
import { decide } from '#web/shell/guard.ts'
import type { RoleData } from '#web/shell/session.ts'

/** Which key opens which section and tool, written out by hand. */
const guarded: [path: string, key: PermissionKey][] = [
  ['/dictionary', 'manage_dictionary'],
  ['/dictionary/detail', 'manage_dictionary'],
  ['/dictionary/new', 'manage_dictionary'],
  ['/config/dimension', 'search_config'],
  ['/config/DimensionTable', 'search_config'],
  ['/config/point', 'search_config'],
  ['/config/pointTable', 'search_config'],
  ['/config/category', 'search_config'],
  ['/config/alert', 'alert_config_edit'],
  ['/config/alarmEdit', 'alert_config_edit'],
  ['/code', 'search_sqlQuery'],
  ['/code/query', 'search_sqlQuery'],
  ['/management', 'manage_authority'],
  ['/management/authority', 'manage_authority'],
  ['/alarm', 'alert_config_edit'],
  ['/alarm/edit', 'alert_config_edit'],
  ['/custom', 'search_customReport'],
  ['/custom/detail', 'search_customReport'],
  ['/push', 'search_push'],
  ['/push/pushTest', 'search_push'],
  ['/others/whiteList', 'search_whiteList'],
  ['/others/blackList', 'search_blackList'],
  ['/others/gameFlow', 'search_gameFlow'],
  ['/others/gameFlowBak', 'search_gameFlow'],
  ['/others/turnoverPredict', 'search_turnoverPredict'],
  ['/others/eventList', 'search_eventList'],
  ['/others/UserTagsTest', 'search_userTagTest'],
  ['/others/testTools', 'search_testTools'],
  ['/others/rangeSearch', 'search_rangeSearch'],
  ['/others/adUserList', 'search_adUserList'],
  ['/others/mfa', 'get_mfa'],
  ['/others/logSearch', 'search_log'],
]
const unguarded = [
  '/statement',
  '/statement/detail',
  '/statement/detail2',
  '/others',
  '/others/jsonPreview',
  '/others/testPage',
  '/others/cacheManager',
  '/others/consoleMonit',
  '/403',
  '/nowhere',
  '/constructor',
  '/others/__proto__',
]

function roleDataWith(keys: readonly PermissionKey[]): RoleData {
  const role: RoleData['role'] = { id: 1, name: '测试' }
  for (const key of keys) {
    const { rule } = permissions[key]
    role[rule] = [...(role[rule] ?? []), key]
  }
  return { email: 'a@example.com', username: 'a', games: [], role }
}

describe('the guard', () => {
  it.each(guarded)('lets %s be entered with %s alone', (path, key) => {
    expect(decide(path, '', roleDataWith([key]))).not.toEqual({ kind: 'go', to: '/403' })
  })

  it.each(guarded)('refuses %s with every key but %s', (path, key) => {
    const others = permissionKeys.filter((other) => other !== key)
    expect(decide(path, '', roleDataWith(others))).toEqual({ kind: 'go', to: '/403' })
  })

  it.each(unguarded)('asks no key for %s', (path) => {
    expect(decide(path, '', roleDataWith([]))).toEqual({ kind: 'stay' })
  })

  it.each([...guarded.map(([path]) => path), ...unguarded, '/'])(
    'sends %s to the login without role data',
    (path) => {
      expect(decide(path, '', null)).toEqual({ kind: 'go', to: '/login' })
    },
  )

  it.each(['/login', '/iframe/report/3', '/code_view/9'])('leaves %s alone without a session', (path) => {
    expect(decide(path, '', null)).toEqual({ kind: 'stay' })
  })

  it.each([
    '/CONFIG/dimension',
    '/%63onfig/dimension',
    '/config/dimension/',
    '//config/dimension',
    '/others/WHITELIST',
  ])('is not fooled by the spelling %s', (path) => {
    expect(decide(path, '', roleDataWith([]))).toEqual({ kind: 'go', to: '/403' })
  })

  it('does not take a key from a foreign rule list', () => {
    const roleData = roleDataWith([])
    roleData.role.othersRule = ['search_config']
    expect(decide('/config/dimension', '', roleData)).toEqual({ kind: 'go', to: '/403' })
  })

  it('takes no rule list that is not a list', () => {
    const roleData = roleDataWith([])
    Object.assign(roleData.role, { configRule: 'search_config' })
    expect(decide('/config/dimension', '', roleData)).toEqual({ kind: 'go', to: '/403' })
  })
})

describe('redirects', () => {
  const all = roleDataWith(permissionKeys)
  it.each([
    ['/', '/statement'],
    ['/management', '/management/userManage'],
    ['/code', '/code/query'],
    ['/push', '/push/pushlist'],
    ['/alarm', '/alarm/list'],
    ['/config/alert', '/alarm/list'],
    ['/config/alarmEdit', '/alarm/edit'],
  ])('leads %s to %s', (path, to) => {
    expect(decide(path, '', all)).toEqual({ kind: 'go', to })
  })

  it.each(['/dictionary', '/others', '/custom', '/dictionary/new'])(
    'lead nowhere from %s, a page of its own',
    (path) => {
      expect(decide(path, '', all)).toEqual({ kind: 'stay' })
    },
  )

  it('keeps the query', () => {
    expect(decide('/config/alarmEdit', 'id=3&a=%20', all)).toEqual({
      kind: 'go',
      to: '/alarm/edit?id=3&a=%20',
    })
  })
})
