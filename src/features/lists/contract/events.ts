// Events of the facts by code.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import { data, edited, game, games, idParams, ids, line, long, nullable, ours, told } from './shared.ts'

const access = { keys: ['search_eventList'] } as const

export const eventStates = ['planned', 'active', 'retired'] as const
export type EventState = (typeof eventStates)[number]
export const eventStateTitles: Record<EventState, string> = {
  planned: '计划中',
  active: '使用中',
  retired: '已停用',
}
export const eventParameterTypes = ['text', 'number', 'boolean', 'date'] as const
export const eventParameterTitles: Record<(typeof eventParameterTypes)[number], string> = {
  text: '文本',
  number: '数值',
  boolean: '是否',
  date: '日期',
}

const eventParameter = Type.Object(
  { name: line, title: line, type: Type.Enum([...eventParameterTypes]) },
  closed,
)
export type EventParameter = Static<typeof eventParameter>

const eventOwn = {
  code: line,
  name: line,
  category: line,
  games,
  params: Type.Array(eventParameter, { maxItems: 100 }),
  describe: long,
  state: Type.Enum([...eventStates]),
}
const eventListed = Type.Object({
  ...told,
  ...eventOwn,
  /** Pinyin readings of the name, one syllable per character; see src/shared/pinyin.ts. */
  pinyin: Type.String(),
  /** How many objects visible to the caller use the event. */
  uses: Type.Integer(),
})
export type ListedEvent = Static<typeof eventListed>

export const listEvents = defineCall({
  name: 'listEvents',
  method: 'GET',
  path: `${data}/AnaEv/list`,
  access,
  reply: Type.Array(eventListed),
  example: {},
})

const eventOptions = Type.Object({
  categories: Type.Array(Type.String()),
  games: Type.Array(game),
  states: Type.Array(Type.Object({ key: Type.String(), title: Type.String() })),
  /** Codes in the warehouse without an event, the most frequent first. */
  unnamed: Type.Array(
    Type.Object({
      code: Type.String(),
      table: Type.String(),
      games: Type.Array(Type.String()),
      rows: Type.Integer(),
      lastDay: nullable(Type.String()),
    }),
  ),
  /** Chinese: why codes could not be searched; empty when they were. */
  problem: Type.String(),
})
export type EventOptions = Static<typeof eventOptions>

export const listEventOptions = defineCall({
  name: 'listOption',
  method: 'GET',
  path: `${data}/AnaEv/listOption`,
  access,
  reply: eventOptions,
  example: {},
})

const eventChange = Type.Object(
  {
    ...edited,
    ...eventOwn,
    category: Type.Optional(line),
    params: Type.Optional(eventOwn.params),
    describe: Type.Optional(long),
    state: Type.Optional(eventOwn.state),
  },
  closed,
)
export type EventChange = Static<typeof eventChange>

export const addOrUpdateEvList = defineCall({
  name: 'addOrUpdateEvList',
  method: 'POST',
  path: `${data}/AnaEv/addOrUpdateEvList`,
  access,
  body: eventChange,
  reply: eventListed,
  example: { body: { id: -1, code: 'login', name: '登录', games: ['none'] } },
})

const eventUse = Type.Object({
  kind: Type.Enum(['point', 'dimension', 'report', 'query', 'custom']),
  id: Type.String(),
  name: Type.String(),
  /** The place within the object: its view, its expression. */
  where: Type.String(),
})
export type EventUse = Static<typeof eventUse>

/** Refused while something uses the event; `data` then lists the uses. */
export const deleteEvent = defineCall({
  name: 'deleteEvent',
  method: 'POST',
  path: `${data}/AnaEv/delete/{id}`,
  access,
  params: idParams,
  body: Type.Object({}, closed),
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

export const restoreEvents = defineCall({
  name: 'restoreEvents',
  method: 'POST',
  path: `${ours}/event/restore`,
  access,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

export const eventUses = defineCall({
  name: 'eventUses',
  method: 'GET',
  path: `${ours}/event/uses/{id}`,
  access,
  params: idParams,
  reply: Type.Array(eventUse),
  example: { params: { id: 987654321 } },
})

export const eventHistory = defineCall({
  name: 'eventHistory',
  method: 'GET',
  path: `${ours}/event/history/{id}`,
  access,
  params: idParams,
  reply: changeHistory,
  example: { params: { id: 987654321 } },
})
