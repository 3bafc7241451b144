// The table of permission keys: which rule list of role.authorityInfo holds a key, and what the key opens.

export const ruleLists = [
  'dictionaryRule',
  'configRule',
  'sqlQueryRule',
  'authorityRule',
  'customReportRule',
  'othersRule',
  'pushRule',
  'documentRule',
] as const
export type RuleList = (typeof ruleLists)[number]

export const ruleListTitles: Record<RuleList, string> = {
  dictionaryRule: '字典',
  configRule: '配置与告警',
  sqlQueryRule: '代码查询',
  authorityRule: '权限',
  customReportRule: '自定义报表',
  othersRule: '其他工具',
  pushRule: '推送',
  documentRule: '平台文档',
}

interface PermissionRow {
  rule: RuleList
  title: string
  /** Row rules on dimensions can't limit what this key opens: users with row rules are refused. */
  whole?: true
}

export const permissions = {
  manage_dictionary: { rule: 'dictionaryRule', title: '字典管理' },
  search_config: { rule: 'configRule', title: '报表配置' },
  alert_config_edit: { rule: 'configRule', title: '告警管理' },
  search_sqlQuery: { rule: 'sqlQueryRule', title: '代码查询' },
  manage_authority: { rule: 'authorityRule', title: '权限管理' },
  see_personal: { rule: 'authorityRule', title: '可见个人信息' },
  search_customReport: { rule: 'customReportRule', title: '自定义报表' },
  search_push: { rule: 'pushRule', title: '推送', whole: true },
  search_document: { rule: 'documentRule', title: '平台文档' },
  search_whiteList: { rule: 'othersRule', title: '白名单' },
  search_blackList: { rule: 'othersRule', title: '黑名单' },
  search_gameFlow: { rule: 'othersRule', title: '游戏流水', whole: true },
  search_turnoverPredict: { rule: 'othersRule', title: '流水预测' },
  search_eventList: { rule: 'othersRule', title: '事件列表' },
  search_userTagTest: { rule: 'othersRule', title: '用户标签', whole: true },
  search_testTools: { rule: 'othersRule', title: '测试工具' },
  search_rangeSearch: { rule: 'othersRule', title: '区间查询' },
  search_adUserList: { rule: 'othersRule', title: '广告账户' },
  get_mfa: { rule: 'othersRule', title: '动态口令' },
  search_log: { rule: 'othersRule', title: '日志查询' },
} as const satisfies Record<string, PermissionRow>

export type PermissionKey = keyof typeof permissions
export const permissionKeys = Object.keys(permissions) as PermissionKey[]

/** The rule lists of a role, each an array of permission keys. A missing list grants nothing. */
export type AuthorityInfo = Partial<Record<RuleList, string[]>>

/** Whether the key's own rule list holds it. A key in a foreign list does not count. */
export function holdsPermission(authorityInfo: AuthorityInfo | undefined, key: PermissionKey): boolean {
  const held = authorityInfo?.[permissions[key].rule]
  return Array.isArray(held) && held.includes(key)
}

export const isWhole = (key: PermissionKey): boolean => 'whole' in permissions[key]

/** Rule lists that hold exactly these keys. */
export function authorityOfKeys(keys: readonly PermissionKey[]): AuthorityInfo {
  const rules: AuthorityInfo = {}
  for (const key of keys) {
    const { rule } = permissions[key]
    rules[rule] = [...(rules[rule] ?? []), key]
  }
  return rules
}

/** The keys that both have. */
export const sharedRights = (one: AuthorityInfo, other: AuthorityInfo): AuthorityInfo =>
  authorityOfKeys(permissionKeys.filter((key) => holdsPermission(one, key) && holdsPermission(other, key)))
