// Additional calls for managing dictionaries: list, details, rows by page, uses, history.
import { type Static, Type } from 'typebox'
import { closed, defineCall, slowTimeoutMs } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import { idOrNoneSchema } from '#shared/ids.ts'
import { access, idParams, ids, ours } from './shared.ts'

export const useKinds = ['dimension', 'custom', 'query', 'product'] as const
const use = Type.Object({
  kind: Type.Enum([...useKinds]),
  /** Empty when the reader may not open it. */
  id: Type.String(),
  name: Type.String(),
})
export type DictionaryUse = Static<typeof use>
export const useTitles: Record<DictionaryUse['kind'], string> = {
  dimension: '维度',
  custom: '自定义报表',
  query: '查询',
  product: '产品',
}

const head = {
  id: Type.Integer(),
  createdAt: Type.String(),
  modifiedAt: Type.String(),
  modifiedBy: Type.String(),
  revision: Type.Integer(),
  name: Type.String(),
  formName: Type.String(),
  attributes: Type.Array(Type.String()),
  updateTime: Type.String(),
  /** How many rows the reader may see. */
  rowCount: Type.Integer(),
}

const listed = Type.Object({
  ...head,
  /** Pinyin readings of the name, one syllable per character; see src/shared/pinyin.ts. */
  pinyin: Type.String(),
  uses: Type.Array(use),
})
export type ListedDictionary = Static<typeof listed>

export const listDictionaries = defineCall({
  name: 'listDictionaries',
  method: 'GET',
  path: `${ours}/list`,
  access,
  reply: Type.Array(listed),
  example: {},
})

const opened = Type.Object({
  ...head,
  /** Whether there are rows of games that the reader may not see. */
  foreign: Type.Boolean(),
  uses: Type.Array(use),
})
export type OpenedDictionary = Static<typeof opened>

export const openDictionary = defineCall({
  name: 'openDictionary',
  method: 'GET',
  path: `${ours}/detail/{id}`,
  access,
  params: idParams,
  reply: opened,
  example: { params: { id: 987654321 } },
})

const place = Type.Object({ position: Type.Integer(), dataId: Type.Integer() })
const rowPage = Type.Object({
  /** Only pages of the same revision belong together. */
  revision: Type.Integer(),
  rows: Type.Array(Type.Object({ dataId: Type.Integer(), data: Type.Array(Type.String()) })),
  /** Start of the next page; null after the last. */
  next: Type.Union([place, Type.Null()]),
})
export type RowPage = Static<typeof rowPage>

export const readDictionaryRows = defineCall({
  name: 'readDictionaryRows',
  method: 'GET',
  path: `${ours}/rows/{id}`,
  access,
  timeoutMs: slowTimeoutMs,
  params: idParams,
  query: Type.Object(
    {
      position: Type.Optional(Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })),
      dataId: Type.Optional(idOrNoneSchema),
    },
    closed,
  ),
  reply: rowPage,
  example: { params: { id: 987654321 } },
})

/**
 * The content of a conflict: the dictionary as stored now, and those of the sent rows that another user has
 * changed.
 */
export interface PresentDictionary {
  id: number
  name: string
  formName: string
  attributes: string[]
  revision: number
  values: { dataId: number; data: string[] }[]
  /** Sent rows that another user has deleted. */
  gone: number[]
}

export const restoreDictionaries = defineCall({
  name: 'restoreDictionaries',
  method: 'POST',
  path: `${ours}/restore`,
  access,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

export const dictionaryUses = defineCall({
  name: 'dictionaryUses',
  method: 'GET',
  path: `${ours}/uses/{id}`,
  access,
  params: idParams,
  reply: Type.Array(use),
  example: { params: { id: 987654321 } },
})

export const dictionaryHistory = defineCall({
  name: 'dictionaryHistory',
  method: 'GET',
  path: `${ours}/history/{id}`,
  access,
  params: idParams,
  reply: changeHistory,
  example: { params: { id: 987654321 } },
})

/** Base64 characters per part. */
export const partCharacters = 2_000_000
const mostParts = 8

const sentFile = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 300 }),
    /** The file's bytes as base64, in parts. */
    parts: Type.Array(Type.String({ maxLength: partCharacters }), { minItems: 1, maxItems: mostParts }),
  },
  closed,
)

const readFile = Type.Object({
  sheet: Type.String(),
  rows: Type.Array(Type.Array(Type.String())),
})
export type ReadFile = Static<typeof readFile>

/**
 * Returns the cells of an Excel file, read in a separate process; the editor shows what they would change.
 * Saves nothing.
 */
export const readDictionaryFile = defineCall({
  name: 'readDictionaryFile',
  method: 'POST',
  path: `${ours}/readFile`,
  access,
  bodyLimit: partCharacters * mostParts + 64 * 1024,
  body: sentFile,
  reply: readFile,
  example: { body: { name: 'a.xlsx', parts: ['UEsDBA=='] } },
})

const unnamed = Type.Object({
  /** The most frequent first. */
  codes: Type.Array(Type.Object({ code: Type.String(), rows: Type.Integer() })),
  /** Whether there are more codes than these. */
  more: Type.Boolean(),
  /** Dimensions whose values were searched. */
  dimensions: Type.Array(Type.String()),
  /** Chinese: why some dimensions could not be searched; empty when all were. */
  problem: Type.String(),
})
export type UnnamedCodes = Static<typeof unnamed>

/** Codes in the reader's data that the dictionary has no row for. */
export const unnamedCodes = defineCall({
  name: 'unnamedCodes',
  method: 'GET',
  path: `${ours}/unnamed/{id}`,
  access,
  params: idParams,
  reply: unnamed,
  example: { params: { id: 987654321 } },
})
