// Calls with given paths that change dictionaries and their rows, and the file of one.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'
import { access, cells, edited, line, manyRows, prefix, rowChange } from './shared.ts'
import { mostAttributes, mostSentRows } from './standing.ts'

const dictionaryChange = Type.Object(
  {
    /** Absent or -1: a new dictionary. */
    id: Type.Optional(idOrNewSchema),
    name: line,
    /** Name used by forms and SQL; derived from the name when a new dictionary has none. */
    formName: Type.Optional(line),
    attributes: Type.Array(line, { maxItems: mostAttributes }),
    /**
     * For each attribute the index of its former column, -1 for a new column; absent: the columns are
     * unchanged.
     */
    columns: Type.Optional(
      Type.Array(Type.Integer({ minimum: -1, maximum: 1_000 }), { maxItems: mostAttributes }),
    ),
    /** Rows to add or change, in the new columns; all other rows stay unchanged. */
    values: Type.Optional(Type.Array(rowChange, { maxItems: mostSentRows })),
    /** Rows to delete. */
    removed: Type.Optional(Type.Array(idSchema, { maxItems: mostSentRows })),
    ...edited,
  },
  closed,
)
export type DictionaryChange = Static<typeof dictionaryChange>

const savedDictionary = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  formName: Type.String(),
  attributes: Type.Array(Type.String()),
  revision: Type.Integer(),
  /** ISO time. */
  updateTime: Type.String(),
  /** Ids of the added rows, in the order sent. */
  added: Type.Array(Type.Integer()),
})
export type SavedDictionary = Static<typeof savedDictionary>

/**
 * Rows that another user changed since `revision` are listed in the conflict; changes to different rows are
 * merged.
 */
export const addOrUpdateDict = defineCall({
  name: 'addOrUpdateDict',
  method: 'POST',
  path: `${prefix}/AnaDict/addOrUpdateDict`,
  access,
  ...manyRows,
  body: dictionaryChange,
  reply: savedDictionary,
  example: { body: { id: -1, name: '设备', attributes: ['代码', '名称'] } },
})

/** An id of a path as somebody sent it: one that is none, or lacks, is told as 参数有误 within a handled answer, not as malformed. */
const anyId = Type.String({ maxLength: 40 })

/** Refused for dictionaries in use and for those the product needs; `data` then lists the uses. */
export const deleteDict = defineCall({
  name: 'deleteDict',
  method: 'POST',
  path: `${prefix}/AnaDict/delete/{id}`,
  access,
  params: Type.Object({ id: Type.Optional(anyId) }),
  body: Type.Object({}, closed),
  reply: Type.Null(),
  example: { params: { id: '987654321' }, body: {} },
})

export const exportDict = defineCall({
  name: 'exportDict',
  method: 'POST',
  path: `${prefix}/AnaDict/exportDict/{id}`,
  access,
  kind: 'blob',
  params: Type.Object({ id: idSchema }),
  body: Type.Object({}, closed),
  example: { params: { id: 987654321 }, body: {} },
})

const rowSave = Type.Object({ dictId: idSchema, dataId: idOrNewSchema, data: cells, ...edited }, closed)
export type RowSave = Static<typeof rowSave>

const savedRow = Type.Object({
  dataId: Type.Integer(),
  data: Type.Array(Type.String()),
  /** The dictionary's revision. */
  revision: Type.Integer(),
})
export type SavedRow = Static<typeof savedRow>

/** Saves one row: added when dataId is -1, otherwise updated. */
export const addOrUpdateDictData = defineCall({
  name: 'addOrUpdateDictData',
  method: 'POST',
  path: `${prefix}/DictData/addOrUpdateDictData`,
  access,
  body: rowSave,
  reply: savedRow,
  example: { body: { dictId: 987654321, dataId: -1, data: ['a', '甲'] } },
})

export const deleteDictData = defineCall({
  name: 'deleteDictData',
  method: 'POST',
  path: `${prefix}/AnaDictData/delete/{dataId}`,
  access,
  params: Type.Object({ dataId: Type.Optional(anyId) }),
  body: Type.Object({}, closed),
  reply: Type.Null(),
  example: { params: { dataId: '987654321' }, body: {} },
})

const batch = Type.Object(
  {
    dictId: idSchema,
    /** Pasted rows; a row whose code already exists replaces the existing row. */
    lines: Type.Array(cells, { minItems: 1, maxItems: mostSentRows }),
    /** Only reports what would be done. */
    check: Type.Optional(Type.Boolean()),
  },
  closed,
)
export type DictionaryBatch = Static<typeof batch>

const batchResult = Type.Object({
  added: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  /** Refused lines by index from 0, with the reason. */
  refused: Type.Array(Type.Object({ at: Type.Integer(), problem: Type.String() })),
  revision: Type.Integer(),
})
export type BatchResult = Static<typeof batchResult>

/** Adds many rows at once: invalid lines are reported and the valid ones are saved together. */
export const creatDictByBatchCode = defineCall({
  name: 'creatDictByBatchCode',
  method: 'POST',
  path: '/api/s2/data/DictData/creatDictByBatchCode',
  access,
  ...manyRows,
  body: batch,
  reply: batchResult,
  example: { body: { dictId: 987654321, lines: [['a', '甲']] } },
})

/** When each dictionary was last changed, so that holders of copies know which are outdated. */
export const refreshDict = defineCall({
  name: 'refresh',
  method: 'GET',
  path: '/api/s1/data/dict/refresh',
  effect: 'write',
  access,
  reply: Type.Array(Type.Object({ id: Type.Integer(), updateTime: Type.String() })),
  example: {},
})
