// Calls of the business's calendar: public holidays and make-up workdays, and notes on dates (version launches).
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { pastHistory, stateNamed } from '#shared/changeHistory.ts'
import { idSchema as id, idOrNewSchema } from '#shared/ids.ts'

const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const year = Type.Integer({ minimum: 1970, maximum: 2100 })

export const calendarDayKinds = ['rest', 'work'] as const
const calendarDay = Type.Object(
  {
    day,
    /** `rest`: a public holiday (休). `work`: a weekend day on which one works (班). */
    kind: Type.Enum([...calendarDayKinds]),
    /** 国庆节. */
    name: Type.String({ maxLength: 40 }),
  },
  { additionalProperties: false },
)
export type CalendarDay = Static<typeof calendarDay>

const calendarYear = Type.Object({
  year,
  days: Type.Array(calendarDay),
  /** `shipped` with the product, `edited` here, `unknown`: neither, weekends alone are known. */
  source: Type.Enum(['shipped', 'edited', 'unknown']),
  /** First day of the Spring Festival. */
  springFestival: Type.Union([day, Type.Null()]),
})
export type CalendarYear = Static<typeof calendarYear>

export const noteKinds = ['version', 'event'] as const
export const noteKindTitles: Record<(typeof noteKinds)[number], string> = { version: '版本', event: '活动' }
const note = Type.Object({
  id,
  day,
  /** Last day of what lasts longer; null for one day. */
  until: Type.Union([day, Type.Null()]),
  /** Game that it is about; null for all games. */
  cgi: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
  /** The game's name; empty for all games. */
  game: Type.String(),
  kind: Type.Enum([...noteKinds]),
  title: Type.String({ minLength: 1, maxLength: 60 }),
  text: Type.String({ maxLength: 2000 }),
  owner: Type.String(),
  editable: Type.Boolean(),
  /** Grows by every change. */
  revision: Type.Integer(),
})
export type CalendarNote = Static<typeof note>

/** Years and the notes in them, of the caller's games. */
export const getCalendar = defineCall({
  name: 'getCalendar',
  method: 'GET',
  path: '/api/s1/calendar/read/{from}/{to}',
  access: 'session',
  params: Type.Object({ from: year, to: year }),
  reply: Type.Object({ years: Type.Array(calendarYear), notes: Type.Array(note) }),
  example: { params: { from: 2026, to: 2026 } },
})

/** Replaces a year's days; `days: null` goes back to what is shipped. */
export const saveCalendarYear = defineCall({
  name: 'saveCalendarYear',
  method: 'POST',
  path: '/api/s1/calendar/saveYear',
  access: { keys: ['search_config'] },
  body: Type.Object(
    { year, days: Type.Union([Type.Array(calendarDay, { maxItems: 200 }), Type.Null()]) },
    { additionalProperties: false },
  ),
  reply: calendarYear,
  example: { body: { year: 2027, days: null } },
})

/** Without id (or with -1) it adds a note. Own notes, or search_config; of one's games alone. */
export const saveCalendarNote = defineCall({
  name: 'saveCalendarNote',
  method: 'POST',
  path: '/api/s1/calendar/saveNote',
  access: { own: 'search_config' },
  body: Type.Object(
    {
      id: Type.Optional(idOrNewSchema),
      day,
      until: Type.Optional(Type.Union([day, Type.Null()])),
      cgi: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
      kind: Type.Enum([...noteKinds]),
      title: Type.String({ minLength: 1, maxLength: 60 }),
      text: Type.Optional(Type.String({ maxLength: 2000 })),
      /** The one that was edited: a newer one answers object_conflict, unless it may be written over. */
      revision: Type.Optional(Type.Integer({ minimum: 1 })),
      overwrite: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ id }),
  example: { body: { day: '2026-01-01', kind: 'version', title: '1.0' } },
})

export const deleteCalendarNote = defineCall({
  name: 'deleteCalendarNote',
  method: 'POST',
  path: '/api/s1/calendar/deleteNote/{id}',
  access: { own: 'search_config' },
  params: Type.Object({ id }),
  body: Type.Object({ restored: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

/** Newest first. */
export const noteHistory = defineCall({
  name: 'noteHistory',
  method: 'GET',
  path: '/api/s1/calendar/noteHistory/{id}',
  access: 'session',
  params: Type.Object({ id }),
  reply: pastHistory,
  example: { params: { id: 1 } },
})

/** Makes it what it was right after an entry of its history; as saveCalendarNote in who may and what is refused. */
export const noteBack = defineCall({
  name: 'noteBack',
  method: 'POST',
  path: '/api/s1/calendar/noteBack',
  access: { own: 'search_config' },
  body: Type.Object({ id, ...stateNamed }, { additionalProperties: false }),
  reply: Type.Object({ id }),
  example: { body: { id: 999_999_999, change: 0 } },
})
