// Statements that ask for what there is (SHOW TABLES, DESCRIBE): answered from the reader's scope, without the engine.

import type { WarehouseColumn } from '#server/warehouse/types.ts'
import { AppError } from '#shared/errors.ts'
import { commandOf, type SqlCommand } from '#shared/sql/command.ts'
import { problemAt } from '../check/place.ts'
import type { SandboxScope } from '../types.ts'
import { lex } from './lexer.ts'
import type { World } from './world.ts'

interface Told {
  columns: WarehouseColumn[]
  rows: (string | null)[][]
}

const column = (name: string): WarehouseColumn => ({ name, type: 'string', databaseType: 'String' })

/** Null for all other statements. Throws AppError sql_error for a table that the reader can't see. */
export function told(sql: string, scope: SandboxScope, world: World): Told | null {
  const command = commandOf(sql)
  if (command?.kind === 'schemas') return listed(['tmp', 'dict'], command.filter)
  if (command?.kind === 'tables') return listed(namesOf(scope), command.filter)
  if (command?.kind === 'describe' && !command.isQuery) return described(sql, command, scope, world)
  return null
}

const namesOf = ({ tables, temporary, dictionaries = [] }: SandboxScope): string[] => [
  ...tables.map(({ name }) => name).sort(),
  ...temporary.map(({ name }) => `tmp.${name}`),
  ...dictionaries.map(({ name }) => `dict.${name}`),
]

function listed(names: readonly string[], filter: string | null): Told {
  const wanted = filter === null ? null : likePattern(filter.slice(1, -1).replaceAll("''", "'"))
  const found = names.filter((name) => wanted === null || wanted(name))
  return { columns: [column('name')], rows: found.map((name) => [name]) }
}

/** LIKE with % and _, without a regular expression: a pattern of a user can't take long. */
function likePattern(pattern: string): (text: string) => boolean {
  const wanted = [...pattern.toLowerCase()]
  return (text) => {
    let reached = new Set([0])
    const skip = (places: Set<number>) => {
      for (const place of places) if (wanted[place] === '%') places.add(place + 1)
      return places
    }
    reached = skip(reached)
    for (const letter of text.toLowerCase()) {
      const next = new Set<number>()
      for (const place of reached) {
        if (wanted[place] === '%') next.add(place)
        else if (wanted[place] === '_' || wanted[place] === letter) next.add(place + 1)
      }
      reached = skip(next)
    }
    return reached.has(wanted.length)
  }
}

function described(
  sql: string,
  { body, end }: Extract<SqlCommand, { isQuery: boolean }>,
  scope: SandboxScope,
  world: World,
): Told {
  const written = lex(sql.slice(body, end))
    .filter(({ kind }) => kind !== 'symbol')
    .map(({ text }) => text)
    .join('.')
  const isNamed = ({ name }: { name: string }) => name.toLowerCase() === written.toLowerCase()
  const table = scope.tables.find(isNamed)
  const physical = table && world.tables.find(({ name }) => name === table.name)
  const hidden = scope.refused?.find(isNamed)
  if (!physical)
    throw new AppError(
      'sql_error',
      hidden
        ? `表 ${hidden.name} ${hidden.reason}`
        : `找不到表 ${written}：它不存在，或不在你的权限与游戏范围内`,
      problemAt(sql, body),
    )
  return {
    columns: ['name', 'type', 'comment'].map(column),
    rows: physical.columns.map(({ name, type, comment }) => [name, type, comment ?? '']),
  }
}
