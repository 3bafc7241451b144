// One row of the cache page: something cached, or kept so that it is not lost.

export const cacheKinds = [
  'dictionary',
  'draft',
  'setting',
  'memory',
  'session',
  'asset',
  'results',
  'reports',
  'sums',
] as const
export type CacheKind = (typeof cacheKinds)[number]

export const cacheKindTitles: Record<CacheKind, string> = {
  dictionary: '字典缓存',
  draft: '草稿',
  setting: '个人设置',
  memory: '使用习惯',
  session: '本标签页',
  asset: '页面资源',
  results: '我的 SQL 结果',
  reports: '报表缓存',
  sums: '预先汇总',
}

export interface CacheRow {
  id: string
  kind: CacheKind
  /** In this browser, or on the server. */
  place: '此浏览器' | '服务器'
  name: string
  /** Its purpose. */
  says: string
  /** Null when the size can't be measured. */
  bytes: number | null
  /** Number of rows, results or files; null when the number means nothing. */
  count: number | null
  /** ISO or milliseconds; null when the time is unknown. */
  savedAt: number | string | null
  /** Milliseconds. */
  endsAt: number | null
  /** What clearing loses, shown before; empty when nothing is lost that does not come back by itself. */
  loses: string
  /** Why the row can't be cleared here. */
  stays?: string
  /** Returns an undo function, or nothing when the content is gone for good. Throws when clearing failed. */
  clear: (signal: AbortSignal) => Promise<(() => Promise<void>) | undefined>
  /** The content, as far as it may be shown. */
  content?: string
}
