// Row rules being edited: form fields hold texts, one for each rule.
import type { RowRules } from '#features/management/contract.ts'

export type TypedRule = RowRules[number]

/** Dimension 0 means that none is chosen yet. */
export const newRule: TypedRule = { dim: 0, how: 'only', values: [], open: false }

export const textOfRule = ({ dim, how, values, open }: TypedRule): string =>
  JSON.stringify([dim, how, values, open])

export function ruleOf(text: string): TypedRule {
  const [dim, how, values, open] = JSON.parse(text) as [
    number,
    TypedRule['how'],
    TypedRule['values'],
    boolean,
  ]
  return { dim, how, values, open }
}

export const typedRules = (rules: RowRules): readonly string[] => rules.map(textOfRule)
export const rulesTyped = (texts: readonly string[]): RowRules => texts.map(ruleOf)

/** What prevents saving the rules; undefined without a problem. */
export function rulesProblem(texts: readonly string[]): string | undefined {
  for (const [at, { dim, values }] of rulesTyped(texts).entries()) {
    if (dim === 0) return `第 ${at + 1} 条规则还没有选维度`
    if (values.length === 0) return `第 ${at + 1} 条规则还没有选值`
  }
  return undefined
}
