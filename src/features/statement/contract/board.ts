// A view as a board: its tiles on a grid, and the bar of filters over them.
import { type Static, Type } from 'typebox'
import {
  boardColumns,
  figureSpans,
  longestTileText,
  longestTileTitle,
  mostRows,
  mostTiles,
  reportLooks,
} from '#semantic/model/board/types.ts'
import { chartKinds, comparisons, grains } from '#semantic/model/types.ts'
import { defineCall } from '#shared/call.ts'
import { idSchema as id } from '#shared/ids.ts'
import { queryDimension } from './choices.ts'
import { conditionsOf, keyPattern, plainDays, pointId } from './request.ts'
import { edited, nullable } from './shared.ts'

const columnKey = Type.String({ pattern: keyPattern })

const place = {
  id: Type.String({ pattern: '^[a-z0-9]{1,16}$' }),
  x: Type.Integer({ minimum: 0, maximum: boardColumns - 1 }),
  y: Type.Integer({ minimum: 0, maximum: mostRows }),
  w: Type.Integer({ minimum: 1, maximum: boardColumns }),
  h: Type.Integer({ minimum: 1, maximum: 100 }),
  title: Type.Optional(Type.String({ maxLength: longestTileTitle })),
}
const tile = Type.Union([
  Type.Object(
    {
      ...place,
      kind: Type.Enum([...reportLooks]),
      report: id,
      chart: Type.Optional(
        Type.Object(
          {
            kind: Type.Optional(Type.Enum([...chartKinds])),
            keys: Type.Optional(Type.Array(columnKey, { maxItems: 50 })),
          },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      ...place,
      kind: Type.Literal('figure'),
      report: id,
      key: columnKey,
      of: Type.Enum([...figureSpans]),
      goal: Type.Optional(
        Type.Object(
          {
            value: Type.Number(),
            low: Type.Optional(Type.Boolean()),
            near: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
          },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    { ...place, kind: Type.Literal('text'), text: Type.String({ maxLength: longestTileText }) },
    { additionalProperties: false },
  ),
])
const board = Type.Object(
  {
    tiles: Type.Array(tile, { maxItems: mostTiles }),
    bar: Type.Object(
      {
        dateRange: Type.Optional(plainDays),
        grain: Type.Optional(Type.Enum([...grains])),
        compare: Type.Optional(Type.Enum([...comparisons])),
        filters: Type.Optional(conditionsOf(id, pointId)),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)

const shownBoard = Type.Object({
  viewId: id,
  /** Null: nobody has made one yet. */
  board: nullable(board),
  /** The view's: a board is part of it. */
  revision: Type.Integer(),
  editable: Type.Boolean(),
  dimensions: Type.Array(queryDimension),
  /**
   * How each report of the view can be asked: dimensions to filter by, the date of its figures, and the figures that a
   * tile can show large.
   */
  reaches: Type.Array(
    Type.Object({
      report: id,
      dims: Type.Array(id),
      day: nullable(id),
      figures: Type.Array(Type.Object({ key: Type.String(), title: Type.String(), pinyin: Type.String() })),
    }),
  ),
})
export type ShownBoard = Static<typeof shownBoard>

export const getBoard = defineCall({
  name: 'getBoard',
  method: 'GET',
  path: '/api/s1/report/board/{viewId}',
  access: 'session',
  params: Type.Object({ viewId: id }),
  reply: shownBoard,
  example: { params: { viewId: 1 } },
})

/** Null takes the board away: the view then has the one that is made from its reports. */
export const saveBoard = defineCall({
  name: 'saveBoard',
  method: 'POST',
  path: '/api/s1/report/board',
  access: { own: 'search_config' },
  body: Type.Object({ viewId: id, board: nullable(board), ...edited }, { additionalProperties: false }),
  reply: Type.Object({ viewId: id, revision: Type.Integer() }),
  example: { body: { viewId: 987654321, board: null } },
})
