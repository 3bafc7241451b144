// Calls with given paths that change dictionaries and their rows, and the file of one.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'
import { access, cells, closed, edited, line, manyRows, prefix, rowChange } from './shared.ts'
import { mostAttributes, mostSentRows } from './standing.ts'

const dictionaryChange = Type.Object(
  {
    /** -1, or none, means new. */
    id: Type.Optional(idOrNewSchema),
    name: line,
    /** Name by which forms and SQL ask for it; made of the name when a new one has none. */
    formName: Type.Optional(line),
    attributes: Type.Array(line, { maxItems: mostAttributes }),
    /** For each attribute the place of the column that it was, -1 for a new one; absent: the columns stand as they stood. */
    columns: Type.Optional(
      Type.Array(Type.Integer({ minimum: -1, maximum: 1_000 }), { maxItems: mostAttributes }),
    ),
    /** Rows that are added or changed, in the new columns; all others stay as they are. */
    values: Type.Optional(Type.Array(rowChange, { maxItems: mostSentRows })),
    /** Rows that go. */
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
  /** Of the rows that were added, in the order in which they were sent. */
  added: Type.Array(Type.Integer()),
})
export type SavedDictionary = Static<typeof savedDictionary>

/** Rows that another changed since `revision` are told in the conflict; all others are saved beside theirs. */
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

/** Refused for what is in use, and for what the product stands on; `data` holds the uses then. */
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
  /** The dictionary's. */
  revision: Type.Integer(),
})
export type SavedRow = Static<typeof savedRow>

/** One row: added with the dataId -1, else updated. */
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
    /** Rows as they were pasted; one whose code the dictionary has already takes that row's place. */
    lines: Type.Array(cells, { minItems: 1, maxItems: mostSentRows }),
    /** Tells what would be done, and does nothing. */
    check: Type.Optional(Type.Boolean()),
  },
  closed,
)
export type DictionaryBatch = Static<typeof batch>

const batchResult = Type.Object({
  added: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  /** Lines that are not taken, by their places from 0, and why. */
  refused: Type.Array(Type.Object({ at: Type.Integer(), problem: Type.String() })),
  revision: Type.Integer(),
})
export type BatchResult = Static<typeof batchResult>

/** Many rows at once: wrong lines are named, the right ones come in together. */
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

/** When each was changed last, so that who keeps copies knows which are old. */
export const refreshDict = defineCall({
  name: 'refresh',
  method: 'GET',
  path: '/api/s1/data/dict/refresh',
  effect: 'write',
  access,
  reply: Type.Array(Type.Object({ id: Type.Integer(), updateTime: Type.String() })),
  example: {},
})
