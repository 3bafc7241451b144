// Maintenance windows: from one moment to another, once or every week, the messages of many alarms are held back
// together. Alarms are checked meanwhile, and what they find is recorded.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import { access, ids, line, maybe, moment, nullable, ours } from './shared.ts'

export const muteMeanwhile = ['hold', 'skip'] as const
export type MuteMeanwhile = (typeof muteMeanwhile)[number]
export const muteMeanwhileTitles: Record<MuteMeanwhile, string> = {
  hold: '结束后汇总发一条',
  skip: '不发，只留记录',
}

/** Separate from the schema, which the browser does not have. */
const windowFields = {
  /** ISO; of a weekly one: the first time. */
  from: moment,
  until: moment,
  /** Whether it comes back at the same wall-clock times each week. */
  weekly: Type.Boolean(),
  /** Of a weekly one: the last day on which it may begin; null: until somebody cancels it. */
  lastDay: nullable(moment),
  reason: line,
  /** Messages meanwhile are sent together when the window ends, or never. */
  meanwhile: Type.Enum([...muteMeanwhile]),
}
/** The same id on all alarms for which it was made. */
export const alarmMute = Type.Object({ id: Type.String(), ...windowFields })
export type AlarmMute = Static<typeof alarmMute>

const muteBody = Type.Object(
  {
    ...windowFields,
    /** These alarms, or all that the caller may change: of a game, of a view's reports, of an owner. */
    ids: maybe(ids),
    /** A cgi; `"*"`: those that watch all games. */
    game: maybe(Type.String({ maxLength: 200 })),
    view: maybe(idSchema),
    owner: maybe(idSchema),
  },
  closed,
)
export type MuteBody = Static<typeof muteBody>

const muteDone = Type.Object({ id: Type.String(), ids: Type.Array(Type.Integer()) })
export type MuteDone = Static<typeof muteDone>

/** All or none. */
export const muteAlarms = defineCall({
  name: 'muteAlarms',
  method: 'POST',
  path: `${ours}/mute`,
  access,
  body: muteBody,
  reply: muteDone,
  example: {
    body: {
      ids: [987654321],
      from: '2026-01-01T00:00:00.000Z',
      until: '2026-01-01T02:00:00.000Z',
      weekly: false,
      lastDay: null,
      reason: '停机维护',
      meanwhile: 'hold',
    },
  },
})

const unmuteBody = Type.Object(
  {
    ids,
    /** Only this window; absent: all of these alarms. */
    mute: maybe(Type.String({ maxLength: 40 })),
  },
  closed,
)
export type UnmuteBody = Static<typeof unmuteBody>

/** Ends windows early, or before they began; what was held back is sent at once. All or none. */
export const unmuteAlarms = defineCall({
  name: 'unmuteAlarms',
  method: 'POST',
  path: `${ours}/unmute`,
  access,
  body: unmuteBody,
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

const group = Type.Object({ id: Type.Integer(), name: Type.String(), count: Type.Integer() })
const targets = Type.Object({
  games: Type.Array(Type.Object({ cgi: Type.String(), name: Type.String(), count: Type.Integer() })),
  views: Type.Array(group),
  owners: Type.Array(group),
})
export type MuteTargets = Static<typeof targets>

/** Whose alarms can be muted together, with their number: only those that the caller may change. */
export const readMuteTargets = defineCall({
  name: 'readMuteTargets',
  method: 'GET',
  path: `${ours}/mute/targets`,
  access,
  reply: targets,
  example: {},
})
