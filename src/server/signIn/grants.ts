// Which role and games the groups of a company account give: the same list for a directory and for every provider.
import { type Static, Type } from 'typebox'
import { closed } from '#shared/call.ts'

const text = Type.String({ minLength: 1, maxLength: 500 })

const grant = Type.Object(
  {
    /** As the directory or the provider names it: the whole DN, the text in the claim, the department's id. */
    group: text,
    /** Name of a role. Without one the group gives games alone. */
    role: Type.Optional(text),
    /** Codes of games, or `*` for all. */
    games: Type.Optional(Type.Union([Type.Literal('*'), Type.Array(text, { maxItems: 1_000 })])),
  },
  closed,
)
export type Grant = Static<typeof grant>

export const grantsSchema = Type.Array(grant, { minItems: 1, maxItems: 500 })

/** Throws an Error that names what is wrong. */
export function checkGrants(where: string, grants: readonly Grant[]): void {
  const empty = grants.find(({ role, games }) => role === undefined && games === undefined)
  if (empty) throw new Error(`${where} 的 groups：组「${empty.group}」应填写 role 或 games`)
  if (!grants.some(({ role }) => role !== undefined))
    throw new Error(`${where} 的 groups 里至少要有一个组填写 role，否则没有人能登录`)
}

export interface Granted {
  role: string
  games: '*' | string[]
}

/**
 * The first group in the list that has a role gives it, with that group's games; groups without a role add theirs.
 * Another role's games are not added: they were meant for that role. Null where no group gives a role.
 */
export function grantedTo(
  groups: readonly string[],
  grants: readonly Grant[],
  sameForm: (group: string) => string = (group) => group,
): Granted | null {
  const held = new Set(groups.map(sameForm))
  const given = grants.filter(({ group }) => held.has(sameForm(group)))
  const first = given.find(({ role }) => role !== undefined)
  if (first?.role === undefined) return null
  const adding = given.filter((one) => one === first || one.role === undefined)
  const lists = adding.map(({ games = [] }) => games)
  return { role: first.role, games: lists.includes('*') ? '*' : [...new Set(lists.flat())] }
}
