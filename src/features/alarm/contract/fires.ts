// The history of fires, a fire with its data at that moment, and who acknowledged it.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import { alarmLevels } from './rule.ts'
import { alarmFinding } from './running.ts'
import { access, ask, figure, idParams, ids, line, maybe, moment, nullable, ours } from './shared.ts'

export const fireStates = ['firing', 'acknowledged', 'recovered'] as const
export type FireState = (typeof fireStates)[number]
export const fireStateTitles: Record<FireState, string> = {
  firing: '告警中',
  acknowledged: '已确认',
  recovered: '已恢复',
}

/** Why no message was sent. */
export const fireSilences = ['quiet', 'muted', 'rearm', 'frozen', 'owner', 'failed'] as const
export type FireSilence = (typeof fireSilences)[number]
export const fireSilenceTitles: Record<FireSilence, string> = {
  quiet: '静默时段，未发送',
  muted: '维护窗口，未发送',
  rearm: '冷却中，未发送',
  frozen: '发送前已冻结或删除，未发送',
  owner: '所有者已没有权限，未发送',
  failed: '发送失败',
}

/** Separate from the schema, which the browser does not have. */
const fireFields = {
  id: Type.Integer(),
  alarmId: Type.Integer(),
  alarmName: Type.String(),
  /** Whether the alarm still exists. */
  alarmAlive: Type.Boolean(),
  level: Type.Enum([...alarmLevels]),
  state: Type.Enum([...fireStates]),
  /** Description of the dimension values; empty: the whole. */
  label: Type.String(),
  /** 2026-10-12, or 2026-10-12 14. */
  period: Type.String(),
  /** The conditions that were met, in words. */
  reason: Type.String(),
  firedAt: Type.String(),
  recoveredAt: nullable(Type.String()),
  acknowledgedAt: nullable(Type.String()),
  acknowledgedBy: Type.String(),
  note: Type.String(),
  silence: nullable(Type.Enum([...fireSilences])),
  /** Held back until then by quiet hours or a maintenance window. */
  heldUntil: nullable(Type.String()),
  /** Whether it is, or was, held back by a maintenance window. */
  muted: Type.Boolean(),
}
const fire = Type.Object(fireFields)
export type AlarmFire = Static<typeof fire>

const fireQuery = Type.Object(
  {
    ...ask,
    alarm: maybe(idSchema),
    state: maybe(Type.Enum([...fireStates])),
    level: maybe(Type.Enum([...alarmLevels])),
    /** Part of the alarm's name, of the value, or of the reason. */
    search: maybe(Type.String({ maxLength: 200 })),
    /** Fired on these days, both inclusive. */
    from: maybe(moment),
    to: maybe(moment),
    limit: maybe(Type.Integer({ minimum: 1, maximum: 1_000 })),
  },
  closed,
)
export type AlarmFireQuery = Static<typeof fireQuery>
const fireList = Type.Object({ rows: Type.Array(fire), total: Type.Integer() })
export type AlarmFireList = Static<typeof fireList>

/** Newest first. */
export const listAlarmFires = defineCall({
  name: 'listAlarmFires',
  method: 'GET',
  path: `${ours}/fires`,
  access,
  query: fireQuery,
  reply: fireList,
  example: {},
})

/** A dimension value's contribution to the change. */
const mover = Type.Object({
  dim: Type.Integer(),
  dimName: Type.String(),
  point: Type.Integer(),
  pointName: Type.String(),
  /**
   * `sum`: the values' changes add up to the whole; `share` is a value's part of it. `rate`: for a quotient,
   * the effect of the value's own quotient and weight; these add up, too. `alone`: figures that don't add up
   * (distinct players, maximum): `share` is null.
   */
  method: Type.Enum(['sum', 'rate', 'alone']),
  /** The whole, then and now. */
  before: figure,
  after: figure,
  /** The period of `before`: 前一天. */
  against: Type.String(),
  rows: Type.Array(
    Type.Object({
      label: Type.String(),
      before: figure,
      after: figure,
      /** Its effect on the whole, in the whole's unit. */
      change: figure,
      share: figure,
    }),
  ),
})
export type AlarmMover = Static<typeof mover>

const oneFire = Type.Object({
  ...fireFields,
  findings: Type.Array(alarmFinding),
  /** The points' figures at that moment, up to the fire's period. */
  periods: Type.Array(Type.String()),
  series: Type.Array(
    Type.Object({
      point: Type.Integer(),
      pointName: Type.String(),
      unit: Type.String(),
      format: nullable(Type.String()),
      figures: Type.Array(figure),
      expected: Type.Array(figure),
      low: Type.Array(figure),
      high: Type.Array(figure),
    }),
  ),
  /** Null: not computed yet, or failed; `moverProblem` then says why. */
  movers: nullable(Type.Array(mover)),
  moverProblem: Type.String(),
  conditionText: Type.String(),
  watchText: Type.String(),
  deliveries: Type.Array(
    Type.Object({
      receiver: Type.String(),
      kind: Type.String(),
      status: Type.String(),
      tries: Type.Integer(),
      problem: nullable(Type.String()),
      at: nullable(Type.String()),
    }),
  ),
})
export type AlarmFireDetail = Static<typeof oneFire>

export const getAlarmFire = defineCall({
  name: 'getAlarmFire',
  method: 'GET',
  path: `${ours}/fires/{id}`,
  access,
  params: idParams,
  reply: oneFire,
  example: { params: { id: 987654321 } },
})

/**
 * Marks fires as being handled. Ended or already acknowledged ones keep the first person and take the new
 * note.
 */
export const acknowledgeAlarmFires = defineCall({
  name: 'acknowledgeAlarmFires',
  method: 'POST',
  path: `${ours}/fires/acknowledge`,
  access,
  body: Type.Object({ ids, note: maybe(line) }, closed),
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})
