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
    /** `rest`: a public holiday (休). `work`: a make-up workday on a weekend (班). */
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
  /** `shipped` with the product, `edited` here, or `unknown`: only weekends are known. */
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
  /** Last day of a longer event; null for a single day. */
  until: Type.Union([day, Type.Null()]),
  /** Game of the note; null for all games. */
  cgi: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
  /** The game's name; empty for all games. */
  game: Type.String(),
  kind: Type.Enum([...noteKinds]),
  title: Type.String({ minLength: 1, maxLength: 60 }),
  text: Type.String({ maxLength: 2000 }),
  owner: Type.String(),
  editable: Type.Boolean(),
  /** Increases with every change. */
  revision: Type.Integer(),
})
export type CalendarNote = Static<typeof note>

/** Years with their notes, for the caller's games. */
export const getCalendar = defineCall({
  name: 'getCalendar',
  method: 'GET',
  path: '/api/s1/calendar/read/{from}/{to}',
  access: 'session',
  params: Type.Object({ from: year, to: year }),
  reply: Type.Object({ years: Type.Array(calendarYear), notes: Type.Array(note) }),
  example: { params: { from: 2026, to: 2026 } },
})

/** Replaces a year's days; `days: null` restores the shipped ones. */
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

/**
 * Adds a note without id (or with -1). Allowed for own notes, or with search_config; only for the caller's
 * games.
 */
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
      /** The edited revision: object_conflict where a newer one exists, unless overwriting is allowed. */
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

/** Restores the state right after an entry of its history, with the rights and checks of saveCalendarNote. */
export const noteBack = defineCall({
  name: 'noteBack',
  method: 'POST',
  path: '/api/s1/calendar/noteBack',
  access: { own: 'search_config' },
  body: Type.Object({ id, ...stateNamed }, { additionalProperties: false }),
  reply: Type.Object({ id }),
  example: { body: { id: 999_999_999, change: 0 } },
})
