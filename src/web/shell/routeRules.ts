// The guard's table: which permission a path needs (specification, section 6) and where old paths lead.
import type { PermissionKey } from '../../shared/permissions.ts'

/** By first segment. Segments that are absent need a session alone. */
const segmentKeys: Readonly<Record<string, PermissionKey>> = {
  dictionary: 'manage_dictionary',
  config: 'search_config',
  code: 'search_sqlQuery',
  management: 'manage_authority',
  alarm: 'alert_config_edit',
  custom: 'search_customReport',
  push: 'search_push',
}

/** By second segment under /others. Subpages that are absent need a session alone. */
const othersKeys: Readonly<Record<string, PermissionKey>> = {
  whitelist: 'search_whiteList',
  blacklist: 'search_blackList',
  gameflow: 'search_gameFlow',
  gameflowbak: 'search_gameFlow',
  turnoverpredict: 'search_turnoverPredict',
  eventlist: 'search_eventList',
  usertagstest: 'search_userTagTest',
  testtools: 'search_testTools',
  rangesearch: 'search_rangeSearch',
  aduserlist: 'search_adUserList',
  mfa: 'get_mfa',
  logsearch: 'search_log',
}

/** The alarm pages stood under /config once; they keep their own permission there. */
const alertPaths = ['/config/alert', '/config/alarmedit']

const redirects: Readonly<Record<string, string>> = {
  '/': '/statement',
  '/management': '/management/userManage',
  '/code': '/code/query',
  '/push': '/push/pushlist',
  '/alarm': '/alarm/list',
  '/config/alert': '/alarm/list',
  '/config/alarmedit': '/alarm/edit',
}

/**
 * The path as the rules compare it. The router matches without regard to case, percent-encoding and a final slash,
 * so the guard must not either: /Config, /%63onfig and /config/ are one page.
 */
export function plainPath(path: string): string {
  return `/${decoded(path).split('/').filter(Boolean).join('/')}`.toLowerCase()
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The permission that a path needs; null where a session is enough. */
export function routeKeyOf(path: string): PermissionKey | null {
  const plain = plainPath(path)
  if (alertPaths.includes(plain)) return 'alert_config_edit'
  const [, first = '', second = ''] = plain.split('/')
  if (first === 'others') return own(othersKeys, second)
  return own(segmentKeys, first)
}

/** Where a path leads instead of itself; null where it stays. */
export function redirectOf(path: string): string | null {
  return own(redirects, plainPath(path))
}

/** Pages without login: the login page itself, embeds, shared code. */
export function isOpenPath(path: string): boolean {
  const plain = plainPath(path)
  return plain === '/login' || plain.startsWith('/iframe/') || plain.startsWith('/code_view/')
}

function own<Value>(table: Readonly<Record<string, Value>>, name: string): Value | null {
  return Object.hasOwn(table, name) ? (table[name] as Value) : null
}
