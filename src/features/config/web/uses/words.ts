// Titles and addresses of the objects that use a definition.
import type { DefinitionKind, DefinitionUse, UseKind } from '#features/config/contract.ts'

const words: Record<UseKind, string> = {
  report: '报表',
  point: '指标',
  dimension: '维度',
  pointTable: '指标表',
  dimensionTable: '维度表',
  embed: '外嵌',
  blackRule: '黑名单规则',
  alarm: '告警',
  pushTask: '推送任务',
  role: '角色',
  user: '用户',
  query: '查询',
  custom: '自定义报表',
}
export const wordOfUse = (kind: UseKind): string => words[kind] ?? kind

const lists: Record<DefinitionKind, string> = {
  dimension: '/config/dimension',
  point: '/config/point',
  dimensionTable: '/config/DimensionTable',
  pointTable: '/config/pointTable',
  category: '/config/category',
}

/** The list's address with the definition selected. */
export const definitionAddress = (kind: DefinitionKind, id: number | string, name: string): string =>
  `${lists[kind]}?${new URLSearchParams({ text: name, chosen: String(id) })}`

export const reportAddress = (viewMetaId: number, reportId?: number | string): string =>
  `/statement/detail?id=${viewMetaId}${reportId === undefined ? '' : `&report=${reportId}`}`

/** Null when the object has no page. */
export function addressOfUse({ kind, id, name, viewMetaId }: DefinitionUse): string | null {
  if (kind === 'report') return viewMetaId === null ? null : reportAddress(viewMetaId, id)
  if (kind === 'embed') return viewMetaId === null ? null : reportAddress(viewMetaId)
  if (kind === 'point' || kind === 'dimension' || kind === 'pointTable' || kind === 'dimensionTable')
    return definitionAddress(kind, id, name)
  if (kind === 'custom') return `/custom/detail?id=${encodeURIComponent(id)}`
  if (kind === 'alarm') return `/alarm/edit?id=${id}`
  if (kind === 'pushTask') return `/push/pushlist?${new URLSearchParams({ text: name, chosen: id })}`
  if (kind === 'role') return `/management/authority?${new URLSearchParams({ text: name })}`
  if (kind === 'user') return `/management/userManage?${new URLSearchParams({ text: name })}`
  return kind === 'blackRule' ? '/others/blackList/rules' : null
}
