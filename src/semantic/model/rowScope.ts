// Whose rows are meant: of some games, and under rules on dimensions. It goes wherever rows are read: what asks for
// one cannot be called without it.
//
//   { games: ['a'], rules: [{ dim: 4, how: 'only', values: ['ios'], open: false }] }
//   → the rows of game a whose channel is ios; facts that can't tell the channel are refused
//
// All rules hold together, whether they are the role's or the user's own: two on one dimension leave what both leave.
import { toldText } from '#shared/nothing.ts'

/** Games that limit every fact with a game column. An empty list leaves no rows. */
export type GameScope = 'all' | readonly string[]

export interface RowRule {
  dim: number
  /** Only rows with these values, or all others. */
  how: 'only' | 'except'
  /** As texts; null is the null value. Any of them matches. */
  values: readonly (string | null)[]
  /** Facts without the dimension are read whole; otherwise they are refused. */
  open: boolean
}

export interface RowScope {
  games: GameScope
  rules: readonly RowRule[]
  /** Columns with personal data are read as they are; otherwise masked (personal.ts). */
  personal?: boolean | undefined
  /** The last change of which columns hold personal data; absent while none was ever marked. */
  marks?: number | undefined
}

/** Of definitions' checks, which show nothing: with personal data, so that columns have their own types. */
export const allRows: RowScope = { games: 'all', rules: [], personal: true }
export const noRows: RowScope = { games: [], rules: [] }

export const isAllRows = ({ games, rules }: RowScope): boolean => games === 'all' && rules.length === 0

/** The games that both may see. */
export function sharedGames(one: GameScope, other: GameScope): GameScope {
  if (one === 'all') return other
  if (other === 'all') return one
  return one.filter((game) => other.includes(game))
}

export const sharedRows = (one: RowScope, other: RowScope): RowScope => ({
  games: sharedGames(one.games, other.games),
  rules: sharedRules(one.rules, other.rules),
  personal: seesPersonal(one) && seesPersonal(other),
  marks: one.marks ?? other.marks,
})

export const seesPersonal = ({ personal }: Pick<RowScope, 'personal'>): boolean => personal === true

/** What goes to people who may lack the right, whoever asks for it. */
export const maskedRows = <Scope extends RowScope>(scope: Scope): Scope => ({ ...scope, personal: false })

export function sharedRules(one: readonly RowRule[], other: readonly RowRule[]): readonly RowRule[] {
  if (one.length === 0) return other
  return other.length === 0 ? one : [...one, ...other]
}

/** Whether data read within the scope `of` contains only rows that this reader may see. */
export const holdsRows = (reader: RowScope, of: RowScope): boolean =>
  (reader.games === 'all' ||
    (of.games !== 'all' && of.games.every((game) => (reader.games as readonly string[]).includes(game)))) &&
  holdsRules(reader.rules, of.rules)

/** Whether each of the reader's rules was also in force for the data. */
export const holdsRules = (reader: readonly RowRule[], of: readonly RowRule[]): boolean =>
  reader.every((rule) => of.some((held) => implies(held, rule)))

/** Whether every row that passes the one rule passes the other. */
function implies(held: RowRule, rule: RowRule): boolean {
  if (held.dim !== rule.dim || (held.open && !rule.open)) return false
  const has = ({ values }: RowRule, value: string | null): boolean => values.includes(value)
  if (held.how === 'only') return held.values.every((value) => has(rule, value) === (rule.how === 'only'))
  return rule.how === 'except' && rule.values.every((value) => has(held, value))
}

/** Equal for scopes that leave the same rows, for cache keys. */
export const scopeKey = ({ games, rules, personal }: RowScope): string =>
  JSON.stringify([
    games === 'all' ? 'all' : [...games].sort(),
    rules.map(ruleKey).sort(),
    ...(seesPersonal({ personal }) ? ['personal'] : []),
  ])

/** As which change of the marks made them, rows hold masks; null where they hold values, or none was ever marked. */
export const maskedSince = ({ personal, marks }: RowScope): number | null =>
  seesPersonal({ personal }) ? null : (marks ?? null)

const ruleKey = ({ dim, how, values, open }: RowRule): string =>
  JSON.stringify([dim, how, [...new Set(values)].sort(), open])

const valuesTold = 5

/** The values in each rule's text, by dimension. */
export const toldValues = (rules: readonly RowRule[]): [dim: number, value: string][] =>
  rules.flatMap(({ dim, values }) =>
    values.slice(0, valuesTold).flatMap((value): [number, string][] => (value ? [[dim, value]] : [])),
  )

/** Names of dimensions and labels of values; a value without a label is itself. */
export interface RuleNames {
  dims: ReadonlyMap<number, string>
  nameOf: (value: string, dim: number) => string
}

/** 渠道：只看 苹果商店、华为. */
export function ruleText({ dim, how, values, open }: RowRule, { dims, nameOf }: RuleNames): string {
  const name = dims.get(dim) ?? `维度 #${dim}`
  const shown = values.slice(0, valuesTold).map((value) => (value ? nameOf(value, dim) : toldText(value)))
  const more = values.length > valuesTold ? ` 等 ${values.length} 个值` : ''
  const rest = open ? `；没有${name}的表照常可看` : ''
  return `${name}：${how === 'only' ? '只看' : '不看'} ${shown.join('、')}${more}${rest}`
}

export const rulesText = (rules: readonly RowRule[], names: RuleNames): string =>
  rules.map((rule) => ruleText(rule, names)).join('\n') || '不限'
