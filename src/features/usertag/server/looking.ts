// Looks players up. The look-up is recorded before anything is returned: its signature, its audit record and
// the reader's recent list are written in one transaction, and without it there is no answer.

import { hidesColumn } from '#semantic/model/personal.ts'
import type { Deps } from '#server/deps.ts'
import type { Sent } from '#server/http/registerCall.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { gamesOf } from '#server/objects/games.ts'
import { isBlank } from '#server/objects/texts.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { AppError } from '#shared/errors.ts'
import { readModel } from '#features/config/server/index.ts'
import { labelsOfCodes } from '#features/dictionary/server/index.ts'
import {
  ownType,
  type RecentLook,
  type SignedQuery,
  type TagBook,
  type UserInfo,
  type UserTag,
} from '../contract.ts'
import { isKnown, readTags } from './counting.ts'
import {
  chosenTypes,
  columnsOf,
  definitionsOf,
  findTable,
  isDerived,
  meaningOf,
  playersOf,
  typesOf,
} from './definitions.ts'
import { ownTags } from './ownTags.ts'
import { secretText, verify } from './signing.ts'
import type { Player } from './statement.ts'
import { look } from './tables.ts'
import { useUp } from './usedOnce.ts'

const mostRecent = 20
const mostNames = 200

/** `game`: its name, or its code where the caller knows no such game. */
export const missingPlayer = (game: string, { id }: Player) =>
  new AppError(
    'object_missing',
    `没有找到玩家：游戏「${game.slice(0, 40)}」里没有编号为「${id.slice(0, 60)}」的玩家，或你不能看这个游戏`,
  )

export interface Look {
  params: Player & { types: string }
  query: SignedQuery
}

export async function lookUp(
  deps: Deps,
  caller: Caller,
  { params, query }: Look,
  sent: Sent,
  signal: AbortSignal,
): Promise<UserInfo> {
  const now = Date.now()
  const verified = verify(deps.settings, sent, query, now)
  await deps.metadata.transaction(async (db) => {
    await useUp(db, verified, now)
    const { cgi, id, types } = params
    await writeAudit(db, { userId: caller.id, action: 'userTag.lookUp', detail: { cgi, player: id, types } })
  })
  const { userTags } = deps.settings.installation
  const types = chosenTypes(userTags, params.types)
  const player = { cgi: params.cgi, id: params.id.trim() }
  const game = await gameOf(deps.metadata.db, caller, player)
  const own = await ownTags(deps.metadata.db, player)
  if (own.length === 0 && !(await isKnown(deps, player, signal))) throw missingPlayer(game, player)
  await noteLook(deps, caller, player, params.types)
  const definitions = definitionsOf(userTags).filter(({ type }) => types.some(({ key }) => key === type))
  const states = await readTags(deps, player, definitions, signal)
  const model = await readModel(deps)
  for (const tag of definitions)
    if (!isDerived(tag) && tag.column && hidesColumn(model, caller, tag.table, tag.column))
      states.set(tag.key, { value: null, at: null, problem: '是个人信息，你没有「可见个人信息」权限' })
  const labels = await labelsOfCodes(
    deps.metadata.db,
    definitions.flatMap((tag) => {
      const value = states.get(tag.key)?.value
      return !isDerived(tag) && tag.dictionary !== undefined && value !== null && value !== undefined
        ? [{ formName: tag.dictionary, code: String(value) }]
        : []
    }),
  )
  const told = definitions.map((tag): UserTag & { type: string } => {
    const { value = null, at = null, problem = '' } = states.get(tag.key) ?? {}
    const dictionary = isDerived(tag) ? undefined : tag.dictionary
    return {
      type: tag.type,
      key: tag.key,
      title: tag.title,
      kind: tag.kind,
      value,
      text: dictionary === undefined || value === null ? '' : (labels(dictionary, String(value)) ?? ''),
      source: isDerived(tag) ? `由${titleOf(definitionsOf(userTags), tag.of)}得出` : `数据仓库 ${tag.table}`,
      at,
      revision: 0,
      problem,
    }
  })
  return {
    cgi: player.cgi,
    game,
    id: player.id,
    types: types.map(({ key, title }) => ({
      key,
      title,
      tags: key === ownType ? own : told.filter(({ type }) => type === key).map(({ type: _, ...tag }) => tag),
    })),
  }
}

const titleOf = (tags: ReturnType<typeof definitionsOf>, wanted: string): string =>
  tags.find(({ key }) => key === wanted)?.title ?? wanted

/**
 * The game's name. An unknown game, a game the caller may not see and an unknown player get the same answer.
 */
export async function gameOf(db: Db, caller: Caller, player: Player): Promise<string> {
  if (player.id === '' || isBlank(player.id)) throw new AppError('parameter_wrong', '请填写玩家编号')
  const game = (await gamesOf(db, caller)).find(({ cgi }) => cgi === player.cgi)
  if (!game) throw missingPlayer(player.cgi, player)
  return game.name
}

async function noteLook({ metadata }: Deps, { id }: Caller, player: Player, types: string): Promise<void> {
  const at = new Date().toISOString()
  await metadata.transaction(async (db) => {
    await db
      .insertInto('user_tag_look')
      .values({ user_id: id, cgi: player.cgi, player_id: player.id, types, at })
      .onConflict((conflict) => conflict.columns(['user_id', 'cgi', 'player_id']).doUpdateSet({ types, at }))
      .execute()
    const [oldest] = await db
      .selectFrom('user_tag_look')
      .select('at')
      .where('user_id', '=', id)
      .orderBy('at', 'desc')
      .offset(mostRecent - 1)
      .limit(1)
      .execute()
    if (oldest)
      await db.deleteFrom('user_tag_look').where('user_id', '=', id).where('at', '<', oldest.at).execute()
  })
}

export async function tagBook(deps: Deps, caller: Caller): Promise<TagBook> {
  const { db } = deps.metadata
  const { userTags } = deps.settings.installation
  const definitions = definitionsOf(userTags)
  const players = playersOf(deps.settings)
  const games = await gamesOf(db, caller)
  return {
    games,
    types: typesOf(userTags).map(({ key, title }) => ({
      key,
      title,
      tags: definitions
        .filter(({ type }) => type === key)
        .map((tag) => {
          const found = isDerived(tag) ? null : findTable(deps, tag.table, columnsOf(tag, players))
          return {
            key: tag.key,
            title: tag.title,
            meaning: meaningOf(tag, definitions),
            problem: typeof found === 'string' ? found : '',
          }
        }),
    })),
    names: await namesInUse(
      db,
      games.map(({ cgi }) => cgi),
    ),
    recent: await recentLooks(db, caller, new Map(games.map(({ cgi, name }) => [cgi, name]))),
    secret: secretText(deps.settings),
  }
}

async function namesInUse(db: Db, games: readonly string[]): Promise<TagBook['names']> {
  if (games.length === 0) return []
  const rows = await db
    .selectFrom('user_tag')
    .select(({ fn }) => ['name', 'kind', fn.countAll<number>().as('times')])
    .where('cgi', 'in', games)
    .groupBy(['name', 'kind'])
    .orderBy('times', 'desc')
    .orderBy('name')
    .limit(mostNames)
    .execute()
  return rows.map(({ name, kind }) => ({ name, kind }))
}

async function recentLooks(
  db: Db,
  caller: Caller,
  games: ReadonlyMap<string, string>,
): Promise<RecentLook[]> {
  const rows = await db
    .selectFrom('user_tag_look')
    .selectAll()
    .where(seenBy(db, look, caller))
    .orderBy('at', 'desc')
    .limit(mostRecent)
    .execute()
  return rows.map(({ cgi, player_id, types, at }) => ({
    cgi,
    game: games.get(cgi) ?? cgi,
    id: player_id,
    types,
    at,
  }))
}
