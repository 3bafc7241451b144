// Filters of a rule as they are typed, one on each line: 平台 = ios | android
import type { RuleCondition } from '../../contract.ts'

type RuleFilter = NonNullable<RuleCondition['filters']>[number]
type Named = readonly { id: number; name: string }[]

const mostFilters = 10

export const filtersTyped = (dims: Named, filters: readonly RuleFilter[] = []): string[] =>
  filters.map(({ dim, values }) => {
    const name = dims.find(({ id }) => id === dim)?.name ?? '已删除的维度'
    return `${name} = ${values.join(' | ')}`
  })

/** What is wrong with the lines; undefined where nothing is. */
export function filtersProblem(dims: Named, lines: readonly string[]): string | undefined {
  const typed = lines
    .map((line, index) => ({ line, place: index + 1 }))
    .filter(({ line }) => line.trim() !== '')
  if (typed.length > mostFilters) return `最多 ${mostFilters} 个条件`
  for (const { line, place } of typed) {
    const { name, values } = partsOf(line)
    if (values.length === 0) return `第 ${place} 行应为「维度 = 值」，多个值用 | 分开`
    if (!dims.some((dim) => dim.name === name)) return `第 ${place} 行：没有维度「${name}」`
  }
  return undefined
}

/** Of lines without a problem. */
export const filtersFromTyped = (dims: Named, lines: readonly string[]): RuleFilter[] =>
  lines.flatMap((line) => {
    const { name, values } = partsOf(line)
    const dim = dims.find((one) => one.name === name)
    return dim && values.length > 0 ? [{ dim: dim.id, values }] : []
  })

function partsOf(line: string): { name: string; values: string[] } {
  const [name = '', ...rest] = line.split(/[=＝]/)
  const values = rest.join('=').split(/[|｜]/)
  return { name: name.trim(), values: values.map((value) => value.trim()).filter((value) => value !== '') }
}
