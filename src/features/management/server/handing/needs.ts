// The permission without which an owner can't work with a kind; a test holds it to the calls that save the kind.
import type { PermissionKey } from '#shared/permissions.ts'

export const needs: Readonly<Record<string, PermissionKey>> = {
  adAccount: 'search_adUserList',
  alarm: 'alert_config_edit',
  blackList: 'search_blackList',
  blackRule: 'search_blackList',
  category: 'search_config',
  customReport: 'search_sqlQuery',
  dictionary: 'manage_dictionary',
  dimension: 'search_config',
  dimensionTable: 'search_config',
  eventList: 'search_eventList',
  forecastScenario: 'search_turnoverPredict',
  gameFlowRate: 'search_gameFlow',
  gameFlowRecord: 'search_gameFlow',
  gameFlowShare: 'search_gameFlow',
  mfaAccount: 'manage_authority',
  point: 'search_config',
  pointTable: 'search_config',
  pushTask: 'search_push',
  queryFolder: 'search_sqlQuery',
  receiver: 'alert_config_edit',
  savedQuery: 'search_sqlQuery',
  segment: 'search_config',
  sqlSnippet: 'search_sqlQuery',
  whiteList: 'search_whiteList',
}
