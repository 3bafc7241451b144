// Validates a segment as typed: its name, games, columns and source.

import { ReportProblem } from '#semantic/compile.ts'
import type { RowScope } from '#semantic/model/rowScope.ts'
import type { MemberRules } from '#semantic/model/types.ts'
import { readFields } from '#server/objects/fields.ts'
import { cleanGames, scopeOf } from '#server/objects/games.ts'
import { cleanName, cleanText } from '#server/objects/texts.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { holdsPermission } from '#shared/permissions.ts'
import type { SegmentChange, Source, SourceChange } from '../contract.ts'
import { compileRules, rulesOf } from './computing/rules.ts'
import type { SegmentDeps } from './deps.ts'
import { type ReadList, readList } from './list.ts'
import type { StoredSegment } from './objectKind.ts'

/** Leaves room for the suffix of the second dimension's name. */
const longestName = 90

const wrong = (message: string) => new AppError('parameter_wrong', message)

interface CleanSegment {
  name: string
  games: string
  note: string
  players: string
  keep_days: number
  source: Source
  /** Null unless a new list was sent. */
  list: ReadList | null
}

export async function cleanSegment(
  deps: SegmentDeps,
  db: Db,
  caller: Caller,
  change: SegmentChange,
  present: StoredSegment | null,
): Promise<CleanSegment> {
  const own = await readFields({
    name: () => cleanName(change.name, '名称', longestName),
    games: () => cleanGames(db, caller, change.games),
    note: () => cleanText(change.note, '说明', 2_000),
    players: () => JSON.stringify(cleanColumns(change.players)),
  })
  const { source, list } = await readFields({
    source: () => cleanSource(deps, db, caller, change, present),
  }).then((read) => read.source)
  return { ...own, keep_days: change.keepDays, source, list }
}

export function cleanColumns(typed: readonly string[]): string[] {
  const names = [...new Set(typed.map((name) => name.trim()).filter((name) => name !== ''))]
  if (names.length === 0) throw wrong('请填写玩家列，例如 player_id')
  const odd = names.find((name) => !/^[\p{L}\p{N}_ ]{1,100}$/u.test(name))
  if (odd !== undefined) throw wrong(`玩家列「${odd.slice(0, 40)}」不是列名`)
  return names
}

async function cleanSource(
  deps: SegmentDeps,
  db: Db,
  caller: Caller,
  change: SegmentChange,
  present: StoredSegment | null,
): Promise<{ source: Source; list: ReadList | null }> {
  const { source } = change
  const before = present ? (JSON.parse(present.source) as Source) : null
  if (source.kind === 'list') return cleanList(db, caller, change, source, before)
  if (source.kind === 'sql') {
    assertMayWriteSql(caller, source.sql, before)
    return { source, list: null }
  }
  const rules = rulesOf(cleanColumns(change.players), source)
  await assertRules(deps, rules, { games: scopeOf(change.games), rules: caller.rules })
  return { source: { kind: 'rules', any: source.any }, list: null }
}

/** A user without SQL permission must leave another user's SQL unchanged. */
export function assertMayWriteSql({ authorityInfo }: Caller, sql: string, before: Source | null): void {
  if (before?.kind === 'sql' && before.sql === sql) return
  if (!holdsPermission(authorityInfo, 'search_sqlQuery'))
    throw new AppError('permission_missing', '用 SQL 定义人群需要「代码查询」权限，请改用规则或名单')
  if (sql.trim() === '') throw wrong('请填写 SQL，例如 select cgi, player_id from …')
}

/**
 * Turns the engine's errors into messages for the user: a point that can't be counted by player, a value that
 * the dimension doesn't have.
 */
async function assertRules(deps: SegmentDeps, rules: MemberRules, scope: RowScope): Promise<void> {
  try {
    await compileRules(deps, rules, scope)
  } catch (error) {
    if (error instanceof ReportProblem) throw wrong(error.message)
    throw error
  }
}

async function cleanList(
  db: Db,
  caller: Caller,
  change: SegmentChange,
  { text, skipBad = false }: Extract<SourceChange, { kind: 'list' }>,
  before: Source | null,
): Promise<{ source: Source; list: ReadList | null }> {
  if (text === undefined) {
    if (before?.kind !== 'list') throw wrong('请粘贴名单，或从文件读入')
    return { source: before, list: null }
  }
  const list = await readList(db, caller, scopeOf(change.games), text)
  if (list.bad.count > 0 && !skipBad) {
    const told = list.bad.lines.slice(0, 3).map(({ line, problem }) => `第 ${line} 行：${problem}`)
    const rest = list.bad.count > told.length ? `；共 ${list.bad.count.toLocaleString('en-US')} 行有误` : ''
    throw wrong(`${told.join('；')}${rest}。请改正，或选择跳过有误的行`)
  }
  if (list.count === 0) throw wrong('名单里没有玩家')
  return { source: { kind: 'list', count: list.count }, list }
}
