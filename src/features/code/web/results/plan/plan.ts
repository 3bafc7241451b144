// A plan as lines of a tree, with Chinese names for the engine's steps.
import type { PlanStep } from '#features/code/contract.ts'
import { planWords } from './words.ts'

export interface PlanLine {
  /** Position in the tree: `0.1.0`. */
  id: string
  step: PlanStep
  depth: number
  hasChildren: boolean
  isFolded: boolean
}

/** Steps from the top; children of folded ones are left out. */
export function planLines(plan: PlanStep, folded: ReadonlySet<string>): PlanLine[] {
  const lines: PlanLine[] = []
  // Iterative: plans with thousands of joins are that deep.
  const left: [PlanStep, string, number][] = [[plan, '0', 0]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [step, id, depth] = next
    const hasChildren = step.children.length > 0
    const isFolded = hasChildren && folded.has(id)
    lines.push({ id, step, depth, hasChildren, isFolded })
    if (isFolded) continue
    for (let index = step.children.length - 1; index >= 0; index--)
      left.push([step.children[index] as PlanStep, `${id}.${index}`, depth + 1])
  }
  return lines
}

const titles: Record<string, string> = {
  SEQ_SCAN: '扫描表',
  TABLE_SCAN: '扫描表',
  READ_PARQUET: '读取文件',
  COLUMN_DATA_SCAN: '读取中间结果',
  DELIM_SCAN: '读取去重结果',
  CTE_SCAN: '读取公用表',
  DUMMY_SCAN: '单行',
  EMPTY_RESULT: '空结果',
  FILTER: '过滤',
  PROJECTION: '计算列',
  HASH_GROUP_BY: '分组汇总',
  PERFECT_HASH_GROUP_BY: '分组汇总',
  PARTITIONED_AGGREGATE: '分区汇总',
  UNGROUPED_AGGREGATE: '汇总',
  STREAMING_WINDOW: '窗口计算',
  WINDOW: '窗口计算',
  HASH_JOIN: '哈希连接',
  NESTED_LOOP_JOIN: '嵌套循环连接',
  BLOCKWISE_NL_JOIN: '嵌套循环连接',
  PIECEWISE_MERGE_JOIN: '归并连接',
  IE_JOIN: '范围连接',
  ASOF_JOIN: '就近连接',
  CROSS_PRODUCT: '笛卡尔积',
  LEFT_DELIM_JOIN: '关联子查询',
  RIGHT_DELIM_JOIN: '关联子查询',
  POSITIONAL_JOIN: '按位置连接',
  ORDER_BY: '排序',
  TOP_N: '取前几行',
  LIMIT: '限行',
  STREAMING_LIMIT: '限行',
  LIMIT_PERCENT: '按比例限行',
  UNION: '合并',
  CTE: '公用表',
  RECURSIVE_CTE: '递归公用表',
  UNNEST: '展开',
  PIVOT: '透视',
  EXPLAIN_ANALYZE: '计时',
  RESULT_COLLECTOR: '收集结果',
  QUERY: '查询',
}

export const stepTitle = (name: string): string =>
  titles[name.trim().toUpperCase().replaceAll(' ', '_')] ?? name.trim()

const detailTitles: Readonly<Record<string, string>> = {
  Aggregates: '汇总',
  Conditions: '条件',
  'CTE Index': '公用表编号',
  'CTE Name': '公用表',
  'Dynamic Filters': '运行时筛选',
  Expression: '表达式',
  Filters: '筛选',
  Function: '函数',
  Groups: '分组',
  'Join Type': '连接方式',
  Limit: '限行',
  Offset: '跳过',
  'Order By': '排序',
  Projections: '列',
  'Sample Method': '抽样方法',
  Table: '表',
  'Table Index': '表编号',
  Top: '取前',
  Type: '读取方式',
}

export const detailTitle = (name: string): string => detailTitles[name] ?? name

export function detailTexts({ details }: PlanStep): [string, string][] {
  return Object.entries(details).flatMap(([name, value]): [string, string][] => {
    const text = Array.isArray(value) ? value.join('\n') : String(value)
    return text.trim() === '' ? [] : [[name, text]]
  })
}

/** Off by a factor of ten, where it matters. */
export function isMisjudged({ rows, estimatedRows }: PlanStep): boolean {
  if (rows === null || estimatedRows === null) return false
  const [less, more] = [Math.min(rows, estimatedRows), Math.max(rows, estimatedRows)]
  return more >= 1_000 && more > less * 10
}

export function planText(plan: PlanStep): string {
  const words = planWords(plan)
  return planLines(plan, new Set())
    .map(({ step, depth }) => {
      const rows = [
        step.estimatedRows === null ? '' : `估计 ${step.estimatedRows} 行`,
        step.rows === null ? '' : `实际 ${step.rows} 行`,
        step.ms === null ? '' : `${step.ms} ms`,
      ].filter(Boolean)
      const details = detailTexts(step).map(([name, text]) => `${name}: ${text.replaceAll('\n', ', ')}`)
      return `${'  '.repeat(depth)}${step.name.trim()}${[words.get(step) ?? '', ...rows, ...details]
        .filter(Boolean)
        .map((part) => ` | ${part}`)
        .join('')}`
    })
    .join('\n')
}
