// Who is behind a figure: its players, one player's history, and the players kept as a segment.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { cellNamed } from './explain.ts'
import { nullable } from './shared.ts'
import { type Cell, cell } from './table.ts'

const ours = '/api/s1/report/players'
export const playersAtOnce = 200
/** How far the list of players can be paged through; whoever needs more keeps them as a segment. */
export const mostPlayersPassed = 10_000
/** Rows of one player that are shown of each table, and in all. */
export const historyOfTable = 100
export const historyInAll = 300

const playerList = Type.Object({
  title: Type.String(),
  /** Unit of the players' own figures; empty without. */
  unit: Type.String(),
  /** `game` and `player` say who it is; others, such as `rows`, `first`, `last`, `figure`, are told about each. */
  columns: Type.Array(Type.Object({ name: Type.String(), title: Type.String(), type: Type.String() })),
  /** Cells by columns. */
  data: Type.Unsafe<Cell[][]>({}),
  rowCount: Type.Integer(),
  /** How many there are; a player of two games is two here where the list names games. */
  total: Type.Integer(),
})
export type PlayerList = Static<typeof playerList>

const asked = {
  ...cellNamed,
  /** Passes over so many players. */
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: mostPlayersPassed })),
}

/**
 * The players behind a cell, which is named as for `explainCell`: those of each part of the figure, the greatest
 * figure of their own first.
 */
export const listPlayers = defineCall({
  name: 'listPlayers',
  method: 'POST',
  path: `${ours}/list`,
  effect: 'read',
  access: 'session',
  body: Type.Object(asked, closed),
  reply: Type.Object({
    /** Null where the caller may not see single players. */
    lists: nullable(Type.Array(playerList)),
    /** Whether masks stand in the place of ids: the caller may not see personal data. */
    masked: Type.Boolean(),
  }),
  example: { body: { info: { dims: [], points: [1] }, key: 'p1', cells: {} } },
})

const playerEvent = Type.Object({
  /** Its time or day, as the warehouse writes it. */
  at: Type.String(),
  /** Name of the point table. */
  title: Type.String(),
  table: Type.String(),
  /** The row's cells that hold something. */
  cells: Type.Array(Type.Object({ name: Type.String(), title: Type.String(), value: cell })),
})
export type PlayerEvent = Static<typeof playerEvent>

const history = Type.Object({
  game: Type.String(),
  player: Type.String(),
  /** The newest first. */
  events: Type.Array(playerEvent),
  /** Whether there are older ones. */
  more: Type.Boolean(),
  /** Tables that the caller's rules keep away, with the reason. */
  left: Type.Array(Type.Object({ title: Type.String(), reason: Type.String() })),
})
export type PlayerHistory = Static<typeof history>

/** What one player did last, over all point tables. The look is audited first. */
export const getPlayerHistory = defineCall({
  name: 'getPlayerHistory',
  method: 'POST',
  path: `${ours}/history`,
  effect: 'read',
  // Of those who may see rows.
  access: { keys: ['search_config', 'search_sqlQuery'] },
  body: Type.Object(
    {
      /** The game's code; empty where the list names no games. */
      game: Type.String({ maxLength: 200 }),
      player: Type.String({ minLength: 1, maxLength: 200 }),
    },
    closed,
  ),
  reply: history,
  example: { body: { game: 'none', player: '1' } },
})

/** Keeps the players of one list as a segment. */
export const keepPlayers = defineCall({
  name: 'keepPlayers',
  method: 'POST',
  path: `${ours}/keep`,
  access: { keys: ['search_config'] },
  body: Type.Object(
    {
      ...cellNamed,
      /** Title of the list. */
      list: Type.String({ maxLength: 500 }),
      name: Type.String({ maxLength: 2_000 }),
      note: Type.Optional(Type.String({ maxLength: 2_000 })),
    },
    closed,
  ),
  reply: Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    /** How many players it holds. */
    players: Type.Integer(),
    /** Those of games that are not registered, and those whose id a list of players can't hold. */
    left: Type.Integer(),
  }),
  example: {
    body: {
      info: { dims: [], points: [999999999] },
      key: 'p999999999',
      cells: {},
      list: '充值金额',
      name: '大 R',
    },
  },
})
