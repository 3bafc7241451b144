// Who changed what of an object, as it travels and as its dialog shows it.
import { type Static, Type } from 'typebox'

const told = {
  /** ISO time; '' where nobody knows when it was made. */
  at: Type.String(),
  by: Type.String(),
  action: Type.Enum(['add', 'change', 'delete', 'restore']),
  changes: Type.Array(
    Type.Object({ field: Type.String(), title: Type.String(), from: Type.String(), to: Type.String() }),
  ),
}
/** Newest first. */
export const changeHistory = Type.Array(Type.Object(told))
export type ChangeHistory = Static<typeof changeHistory>

/** Of objects that can be made again what they were. */
export const pastHistory = Type.Array(
  Type.Object({
    ...told,
    /** Names the state right after the entry; 0: that it was made. */
    change: Type.Integer(),
    /** Whether that state can be brought back; false for the present one. */
    back: Type.Boolean(),
  }),
)
export type PastHistory = Static<typeof pastHistory>

/** What a way back names: the state right after a change, and the revision that the history was read at. */
export const stateNamed = {
  change: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  revision: Type.Optional(Type.Integer({ minimum: 1 })),
}
