// What is kept somewhere to be quicker or not to be lost, as one row.

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
  /** What it is for. */
  says: string
  /** Null where it can't be measured. */
  bytes: number | null
  /** Rows, results, files in it; null where that says nothing. */
  count: number | null
  /** ISO or milliseconds; null where nobody noted it. */
  savedAt: number | string | null
  /** Milliseconds. */
  endsAt: number | null
  /** What goes with it, said before; empty where nothing is lost that does not come again by itself. */
  loses: string
  /** Why it can't be cleared here. */
  stays?: string
  /** Answers what puts it back; nothing where it is gone. Throws where it was not cleared. */
  clear: (signal: AbortSignal) => Promise<(() => Promise<void>) | undefined>
  /** What is in it, as far as it may be shown. */
  content?: string
}
