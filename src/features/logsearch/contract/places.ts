// Where logs are: groups (entrances), their stores, and a store's fields.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { access, aliyun, example, name, ours } from './shared.ts'

const entrance = Type.Object({
  name: Type.String(),
  title: Type.String(),
  /** What it contains. */
  note: Type.String(),
})
export type LogEntrance = Static<typeof entrance>

/** Entrances with a store for the caller. */
export const listEntrances = defineCall({
  name: 'listEntrances',
  method: 'GET',
  path: `${ours}/entrances`,
  access,
  reply: Type.Array(entrance),
  example: {},
})

const moments = {
  /** ISO in UTC, of the first and last line; null where unknown or empty. */
  first: Type.Union([Type.String(), Type.Null()]),
  last: Type.Union([Type.String(), Type.Null()]),
}

const store = Type.Object({
  name: Type.String(),
  title: Type.String(),
  /** What it contains, what is left out and how long it is kept. */
  note: Type.String(),
  files: Type.Integer(),
  bytes: Type.Integer(),
  ...moments,
  /** Whether each search is recorded in the audit. */
  audited: Type.Boolean(),
  /** Whether the caller sees only part of its lines: those of people or games within the caller's scope. */
  limited: Type.Boolean(),
})
export type LogStore = Static<typeof store>

export const getLogStores = defineCall({
  name: 'getLogStores',
  method: 'GET',
  path: `${aliyun}/getLogStores/{entrance}`,
  access,
  params: Type.Object({ entrance: name }),
  reply: Type.Array(store),
  example: { params: { entrance: example.entrance } },
})

export const fieldKinds = ['text', 'number', 'moment', 'switch'] as const
export type LogFieldKind = (typeof fieldKinds)[number]

const field = Type.Object({
  name: Type.String(),
  /** In Chinese, for the product's own stores; empty elsewhere. */
  title: Type.String(),
  kind: Type.Enum([...fieldKinds]),
  /** Share of the sampled lines that have the field: 0 to 1. */
  share: Type.Number(),
  /** Some of its values, the most frequent first, truncated. */
  values: Type.Array(Type.String()),
})
export type LogField = Static<typeof field>

const index = Type.Object({
  /** From the newest lines, the most frequent first. */
  fields: Type.Array(field),
  /** Number of sampled lines. */
  sampled: Type.Integer(),
  files: Type.Integer(),
  bytes: Type.Integer(),
  /** Lines of the whole store; null until it was scanned completely once. */
  lines: Type.Union([Type.Integer(), Type.Null()]),
  ...moments,
  /** Share of the store that is indexed for quick searches: 0 to 1. The rest is searched, too. */
  prepared: Type.Number(),
})
export type LogIndex = Static<typeof index>

export const getIndex = defineCall({
  name: 'getIndex',
  method: 'GET',
  path: `${aliyun}/getIndex/{entrance}/{logStore}`,
  access,
  params: Type.Object({ entrance: name, logStore: name }),
  reply: index,
  example: { params: example },
})
