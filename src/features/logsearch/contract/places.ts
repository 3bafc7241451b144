// Where logs are: entrances, their stores, and the fields of a store.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { access, aliyun, example, name, ours } from './shared.ts'

const entrance = Type.Object({
  name: Type.String(),
  title: Type.String(),
  /** What it holds. */
  note: Type.String(),
})
export type LogEntrance = Static<typeof entrance>

/** Those that hold a store for the caller. */
export const listEntrances = defineCall({
  name: 'listEntrances',
  method: 'GET',
  path: `${ours}/entrances`,
  access,
  reply: Type.Array(entrance),
  example: {},
})

const moments = {
  /** ISO in UTC, of the first and the last line; null where there is none or none is known yet. */
  first: Type.Union([Type.String(), Type.Null()]),
  last: Type.Union([Type.String(), Type.Null()]),
}

const store = Type.Object({
  name: Type.String(),
  title: Type.String(),
  /** What it holds, what is left out of it and for how long it is kept. */
  note: Type.String(),
  files: Type.Integer(),
  bytes: Type.Integer(),
  ...moments,
  /** Whether each search of it is noted in the audit. */
  audited: Type.Boolean(),
  /** Whether the caller sees part of its lines alone: those of people, or games, that are not beyond the caller's. */
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
  /** Chinese, of the product's own stores; empty elsewhere. */
  title: Type.String(),
  kind: Type.Enum([...fieldKinds]),
  /** Of the lines looked at, the part that has it: 0 to 1. */
  share: Type.Number(),
  /** Some of its values, the most frequent first, cut. */
  values: Type.Array(Type.String()),
})
export type LogField = Static<typeof field>

const index = Type.Object({
  /** Of the newest lines, the most frequent first. */
  fields: Type.Array(field),
  /** Lines that were looked at for them. */
  sampled: Type.Integer(),
  files: Type.Integer(),
  bytes: Type.Integer(),
  /** Of the whole store; null until all of it has been looked through once. */
  lines: Type.Union([Type.Integer(), Type.Null()]),
  ...moments,
  /** How much of the store is prepared for quick searches: 0 to 1. What is not is searched all the same. */
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
