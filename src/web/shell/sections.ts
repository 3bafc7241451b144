// What an address asks for by the section it lies in whether a page stands there or not.
// Pages say their own; a test holds them to this.
import type { PermissionKey } from '#shared/permissions.ts'

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

/** Without login: the login itself, setting one's password by a link, unsubscribing by one, embeds (a build of their own), shared queries. */
const openPlaces = /^\/(login$|password$|unsubscribe\/|iframe\/|code_view\/)/

/** Of a path as `plainPath` gives it. */
export function sectionAccess(plain: string): PermissionKey | 'session' | 'open' {
  if (openPlaces.test(plain)) return 'open'
  if (alertPaths.includes(plain)) return 'alert_config_edit'
  const [, first = '', second = ''] = plain.split('/')
  const [keys, segment] = first === 'others' ? [othersKeys, second] : [segmentKeys, first]
  return Object.hasOwn(keys, segment) ? (keys[segment] as PermissionKey) : 'session'
}
