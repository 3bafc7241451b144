// What an address requires by the section it lies in, even where no page exists. Pages declare their own permission; a
// test keeps both in agreement.
import type { PermissionKey } from '#shared/permissions.ts'

/** By first path segment. Segments that are absent require only a session. */
const segmentKeys: Readonly<Record<string, PermissionKey>> = {
  dictionary: 'manage_dictionary',
  config: 'search_config',
  code: 'search_sqlQuery',
  management: 'manage_authority',
  alarm: 'alert_config_edit',
  custom: 'search_customReport',
  push: 'search_push',
}

/** By second path segment under /others. Subpages that are absent require only a session. */
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

/** The alarm pages once stood under /config; their old addresses still require their own permission. */
const alertPaths = ['/config/alert', '/config/alarmedit']

/**
 * Addresses without login: the login itself and the way back from a provider, setting a password by link, unsubscribing by link, embeds (a separate
 * build), shared queries.
 */
const openPlaces = /^\/(login$|login\/back\/|password$|unsubscribe\/|iframe\/|code_view\/)/

/** `plain` is a path as `plainPath` returns it. */
export function sectionAccess(plain: string): PermissionKey | 'session' | 'open' {
  if (openPlaces.test(plain)) return 'open'
  if (alertPaths.includes(plain)) return 'alert_config_edit'
  const [, first = '', second = ''] = plain.split('/')
  const [keys, segment] = first === 'others' ? [othersKeys, second] : [segmentKeys, first]
  return Object.hasOwn(keys, segment) ? (keys[segment] as PermissionKey) : 'session'
}
