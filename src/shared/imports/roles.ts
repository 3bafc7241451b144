// What a column of an imported file becomes: declared once, for the proposal, the page and the command.

/**
 * Balances add up except over days, where the last one counts. Daily figures, such as active players, add up
 * within a day and are averaged over days. `alone`: shown where there is one value, without totals. A shared dimension is one with those of other tables that have a
 * column of this name.
 */
export const importRoles = [
  'date',
  'game',
  'dimension',
  'shared',
  'sum',
  'balance',
  'daily',
  'maximum',
  'minimum',
  'average',
  'weighted',
  'alone',
  'count',
  'none',
] as const
export type ImportRole = (typeof importRoles)[number]

export const importRoleTitles: Record<ImportRole, string> = {
  date: '日期列',
  game: '游戏列',
  dimension: '维度',
  shared: '维度：各表共用',
  sum: '指标：求和',
  balance: '指标：期末余额',
  daily: '指标：日均',
  maximum: '指标：最大',
  minimum: '指标：最小',
  average: '指标：平均',
  weighted: '指标：加权平均',
  alone: '指标：不合计',
  count: '指标：去重计数',
  none: '只存不用',
}

/** Roles that only numbers can have. */
export const numericRoles: readonly ImportRole[] = [
  'sum',
  'balance',
  'daily',
  'maximum',
  'minimum',
  'average',
  'weighted',
  'alone',
]

/** Roles that add values up: no rate can have them. */
export const summingRoles: readonly ImportRole[] = ['sum', 'balance', 'daily']
