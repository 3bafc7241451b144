// The change history of an object, as sent and as its dialog shows it.
import { type Static, Type } from 'typebox'

const told = {
  /** ISO time; '' where the creation time is unknown. */
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

/** History of objects that can be restored to a former state. */
export const pastHistory = Type.Array(
  Type.Object({
    ...told,
    /** Identifies the state right after the entry; 0: its creation. */
    change: Type.Integer(),
    /** Whether that state can be restored; false for the present one. */
    back: Type.Boolean(),
  }),
)
export type PastHistory = Static<typeof pastHistory>

/** What a restore names: the state right after a change, and the revision at which the history was read. */
export const stateNamed = {
  change: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  revision: Type.Optional(Type.Integer({ minimum: 1 })),
}
