// Compares a figure with bounds: the thresholds of alarms and of subscriptions.

export const conditionOps = ['gt', 'gte', 'lt', 'lte', 'eq', 'ne', 'between', 'outside'] as const
export type ConditionOp = (typeof conditionOps)[number]
export const conditionOpTitles: Record<ConditionOp, string> = {
  gt: '大于',
  gte: '大于等于',
  lt: '小于',
  lte: '小于等于',
  eq: '等于',
  ne: '不等于',
  between: '介于',
  outside: '不在区间',
}

/** Whether the operator takes an upper bound, too. */
export const takesUpper = (op: ConditionOp | undefined): boolean => op === 'between' || op === 'outside'

export function meetsThreshold(
  { op, value = 0, upper = 0 }: { op?: ConditionOp; value?: number; upper?: number },
  figure: number,
): boolean {
  switch (op) {
    case 'gt':
      return figure > value
    case 'gte':
      return figure >= value
    case 'lt':
      return figure < value
    case 'lte':
      return figure <= value
    case 'eq':
      return figure === value
    case 'ne':
      return figure !== value
    case 'between':
      return figure >= value && figure <= upper
    default:
      return figure < value || figure > upper
  }
}
