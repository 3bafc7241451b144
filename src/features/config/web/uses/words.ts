// Titles and addresses of the objects that use a definition.
import { pages } from '#shared/pages.ts'
import type { DefinitionKind, DefinitionUse, UseKind } from '#features/config/contract.ts'

const words: Record<UseKind, string> = {
  report: '报表',
  point: '指标',
  dimension: '维度',
  pointTable: '指标表',
  dimensionTable: '维度表',
  embed: '嵌入',
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
  dimension: pages.configDimension(),
  point: pages.configPoint(),
  dimensionTable: pages.configDimensionTable(),
  pointTable: pages.configPointTable(),
  category: pages.configCategory(),
}

/** The list's address with the definition selected. */
export const definitionAddress = (kind: DefinitionKind, id: number | string, name: string): string =>
  `${lists[kind]}?${new URLSearchParams({ text: name, chosen: String(id) })}`

export const reportAddress = (viewMetaId: number, reportId?: number | string): string =>
  pages.statementDetail({ id: viewMetaId, report: reportId })

/** Null when the object has no page. */
export function addressOfUse({ kind, id, name, viewMetaId }: DefinitionUse): string | null {
  if (kind === 'report') return viewMetaId === null ? null : reportAddress(viewMetaId, id)
  if (kind === 'embed') return viewMetaId === null ? null : reportAddress(viewMetaId)
  if (kind === 'point' || kind === 'dimension' || kind === 'pointTable' || kind === 'dimensionTable')
    return definitionAddress(kind, id, name)
  if (kind === 'custom') return pages.customDetail({ id })
  if (kind === 'alarm') return pages.alarmEdit({ id })
  if (kind === 'pushTask') return pages.pushPushlist({ text: name, chosen: id })
  if (kind === 'role') return pages.managementAuthority({ text: name })
  if (kind === 'user') return pages.managementUserManage({ text: name })
  return kind === 'blackRule' ? pages.othersBlackListRules() : null
}
