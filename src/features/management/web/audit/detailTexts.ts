// The details of an audit row as people read them.

import { timeText } from '../../../../web/ui/timeText.ts'

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Of what most rows say; the rest is told by its own name. */
const names: Readonly<Record<string, string>> = {
  account: '账号',
  action: '操作',
  address: '地址',
  added: '新增',
  by: '由谁',
  cached: '用了缓存',
  cgi: '游戏',
  changed: '改动',
  code: '代码',
  count: '数量',
  email: '邮箱',
  everywhere: '所有设备',
  expiresAt: '有效至',
  fields: '字段',
  file: '文件',
  format: '格式',
  games: '游戏',
  id: '编号',
  ids: '编号',
  kind: '类型',
  name: '名称',
  removed: '移除',
  role: '角色',
  rows: '行数',
  runId: '运行',
  sql: 'SQL',
  text: '文字',
  title: '标题',
  value: '值',
}

export function detailFacts(detail: string): [string, string][] {
  return Object.entries(parsed(detail)).map(([name, value]) => [
    Object.hasOwn(names, name) ? (names[name] ?? name) : name,
    valueText(value),
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
