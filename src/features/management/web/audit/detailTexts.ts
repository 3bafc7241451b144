// The details of an audit row as people read them.

import { timeText } from '../../../../web/ui/timeText.ts'

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** What rows tell of; the rest is told by its own name. */
const names: Readonly<Record<string, string>> = {
  account: '账号',
  accountId: '账户编号',
  accounts: '演示账号',
  action: '操作',
  added: '新增',
  address: '地址',
  alarms: '告警',
  amount: '金额',
  analyze: '实际执行',
  batch: '批次',
  by: '由谁',
  bytes: '字节',
  cached: '用了缓存',
  call: '接口',
  cgi: '游戏',
  changed: '改动',
  channel: '渠道',
  code: '代码',
  computeOnly: '只要计算列',
  console: '控制台',
  count: '数量',
  dateRange: '日期',
  day: '日期',
  days: '天数',
  definition: '口径',
  dimensions: '维度',
  dims: '维度',
  email: '邮箱',
  enabled: '已开启',
  endDate: '到',
  entrance: '入口',
  everywhere: '所有设备',
  expiresAt: '有效至',
  exportSetting: '导出设置',
  fields: '字段',
  file: '文件',
  filters: '筛选',
  format: '格式',
  from: '从',
  games: '游戏',
  grain: '粒度',
  group: '分组',
  history: '历史',
  id: '编号',
  ids: '编号',
  imported: '导入',
  kept: '保留',
  kind: '类型',
  logStore: '日志库',
  lost: '已缺失',
  month: '月份',
  name: '名称',
  names: '名称',
  note: '备注',
  ownerId: '所有者编号',
  percent: '比例 %',
  period: '期间',
  pivot: '透视',
  platform: '平台',
  player: '玩家',
  point: '指标',
  points: '指标',
  prefix: '前缀',
  query: '查询',
  queryId: '运行',
  reach: '预计人数',
  reason: '原因',
  recipient: '收件人',
  recordId: '后台结果',
  remove: '移除',
  removed: '移除',
  reportId: '报表编号',
  reportName: '报表',
  reports: '报表',
  revision: '版本',
  role: '角色',
  rows: '行数',
  rule: '规则',
  runId: '运行',
  service: '服务',
  set: '设为',
  settings: '设置',
  settled_at: '核销时间',
  settled_by: '核销人',
  settled_difference: '核销差额',
  shared: '已共享',
  shift: '时间偏移',
  showBottom: '含合计行',
  size: '规模',
  source: '来源',
  sql: 'SQL',
  sqlLength: 'SQL 长度',
  startDate: '从',
  status: '状态',
  table: '数据表',
  tables: '数据表',
  target: '目标',
  text: '文字',
  title: '标题',
  to: '到',
  tolerance: '容差',
  touched: '改过的',
  trace: '水印编号',
  types: '类型',
  until: '至',
  value: '值',
  values: '参数',
  version: '版本',
  viewId: '视图编号',
  views: '视图',
  year: '年份',
}

const nameOf = (name: string): string => (Object.hasOwn(names, name) ? (names[name] ?? name) : name)

export function detailFacts(detail: string): [string, string][] {
  return Object.entries(parsed(detail)).map(([name, value]) => [
    nameOf(name),
    // What was changed goes by the same names.
    valueText(
      name === 'fields' && Array.isArray(value) ? value.map((field) => nameOf(String(field))) : value,
    ),
  ])
}

/** In one line. */
export const detailText = (detail: string): string =>
  detailFacts(detail)
    .map(([name, value]) => `${name} ${value.replaceAll(/\s+/g, ' ')}`)
    .join('，')

function parsed(detail: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(detail)
    return typeof value === 'object' && value !== null ? { ...value } : { 值: value }
  } catch {
    return { 值: detail }
  }
}

function valueText(value: unknown): string {
  if (value === null) return '（无）'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'string' && moment.test(value)) return timeText(value)
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join('、')
  return JSON.stringify(value)
}
