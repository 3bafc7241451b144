// The text that runs: written anew from the checked tokens. Comments stay behind, tables become what the reader sees
// of them, parameters are bound; a place in it leads back to the user's text.
import type { SqlParameter } from '#semantic/model/types.ts'
import type { SandboxParameter, SandboxScope } from '../types.ts'
import { type Checked, check } from './check.ts'
import type { SqlToken } from './lexer.ts'
import { quotedName } from './names.ts'
import { Values } from './parameters.ts'
import { Sources } from './sources.ts'
import type { World } from './world.ts'

export interface EngineText {
  readonly sql: string
  readonly tokens: readonly SqlToken[]
  readonly text: string
  readonly params: readonly SqlParameter[]
  /** Roles in which it runs: one for each table that it names. */
  readonly roles: readonly string[]
  /** The token of the user's that stands at a place in the engine's text (UTF-16), or before it. */
  tokenAt(inText: number): SqlToken | undefined
}

interface TextOrder {
  sql: string
  params: Readonly<Record<string, SandboxParameter>>
  scope: SandboxScope
}

/** Throws AppError sql_error. */
export async function engineText(order: TextOrder, world: World): Promise<EngineText> {
  const { sql, params, scope } = order
  const { tables, temporary, dictionaries = [], refused = [] } = scope
  const checked = check(sql, {
    tables: tables.map(({ name }) => name),
    temporary: temporary.map(({ name }) => name),
    dictionaries: dictionaries.map(({ name }) => name),
    refused,
    physical: world.tables.map(({ name }) => name),
  })
  const values = new Values(sql, params)
  const sources = new Sources(scope, world, values)
  return write(sql, checked, values, sources)
}

async function write(
  sql: string,
  { tokens, uses }: Checked,
  values: Values,
  sources: Sources,
): Promise<EngineText> {
  const byToken = new Map(uses.map((use) => [use.from, use]))
  const dropped = new Set(uses.map(({ final }) => final))
  const starts: number[] = []
  const origins: SqlToken[] = []
  let text = ''
  let before = 0
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as SqlToken
    if (token.start > before) text += ' '
    before = token.end
    starts.push(text.length)
    origins.push(token)
    if (dropped.has(at)) continue
    const use = byToken.get(at)
    if (use) {
      text += await sources.of(use)
      at = use.to
      before = (tokens[at] as SqlToken).end
    } else text += written(sql, token, values)
  }
  return {
    sql,
    tokens,
    text,
    params: values.bound,
    roles: sources.roles(),
    tokenAt: (inText) => origins[starts.findLastIndex((start) => start <= inText)],
  }
}

function written(sql: string, token: SqlToken, values: Values): string {
  if (token.kind === 'parameter') return values.place(token)
  // The engine knows no bare names of other letters.
  const isName = token.kind === 'quoted' || (token.kind === 'word' && token.word === '')
  return isName ? quotedName(token.text) : sql.slice(token.start, token.end)
}
