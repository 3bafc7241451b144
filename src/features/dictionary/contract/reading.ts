// Calls that read dictionaries: named lists of values that map codes to labels.
import { type Static, Type } from 'typebox'
import { defineCall, slowTimeoutMs } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'

const prefix = '/api/s1/redirect/dict/data'

const row = Type.Object({ dataId: Type.Integer(), data: Type.Array(Type.String()) })
const dictionary = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** Name used by forms: channel, server. */
  formName: Type.String(),
  /** Names of the columns; the first holds the code, the second its label. */
  attributes: Type.Array(Type.String()),
  values: Type.Array(row),
  /**
   * Pinyin readings of the Chinese characters in labels: hundreds of thousands of labels use only a few
   * thousand characters.
   */
  syllables: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** ISO time of the last change. */
  updateTime: Type.String(),
})
export type Dictionary = Static<typeof dictionary>

const summary = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  formName: Type.String(),
  attributes: Type.Array(Type.String()),
  rowCount: Type.Integer(),
  updateTime: Type.String(),
  /** Pinyin readings of the name, one syllable per character; see src/shared/pinyin.ts. */
  pinyin: Type.String(),
})
export type DictionarySummary = Static<typeof summary>

/** Dictionaries by ids; unknown ids are left out. */
export const anaDictListsByDictId = defineCall({
  name: 'anaDictListsByDictId',
  method: 'POST',
  path: `${prefix}/AnaDict/anaDictListsByDictId`,
  effect: 'read',
  access: 'session',
  timeoutMs: slowTimeoutMs,
  body: Type.Array(idSchema, { maxItems: 1000 }),
  reply: Type.Array(dictionary),
  example: { body: [1] },
})

export const anaDictListsByDictName = defineCall({
  name: 'anaDictListsByDictName',
  method: 'POST',
  path: `${prefix}/AnaDict/anaDictListsByDictName`,
  effect: 'read',
  access: 'session',
  timeoutMs: slowTimeoutMs,
  body: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1000 }),
  reply: Type.Array(dictionary),
  example: { body: ['渠道'] },
})

export const anaDictListsByFormName = defineCall({
  name: 'anaDictListsByFormName',
  method: 'POST',
  path: `${prefix}/AnaDict/anaDictListsByFormName`,
  effect: 'read',
  access: 'session',
  timeoutMs: slowTimeoutMs,
  body: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1000 }),
  reply: Type.Array(dictionary),
  example: { body: ['channel'] },
})

/** Names and sizes, without values. */
export const simplelist = defineCall({
  name: 'simplelist',
  method: 'GET',
  path: `${prefix}/AnaDict/simplelist`,
  access: 'session',
  reply: Type.Array(summary),
  example: {},
})

/** All dictionaries with all their values. */
export const anaDictListAll = defineCall({
  name: 'anaDictListAll',
  method: 'GET',
  path: `${prefix}/AnaDict/anaDictListAll`,
  access: 'session',
  timeoutMs: slowTimeoutMs,
  reply: Type.Array(dictionary),
  example: {},
})
