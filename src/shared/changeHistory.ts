// Who changed what of an object, as it travels and as its dialog shows it.
import { type Static, Type } from 'typebox'

const entry = Type.Object({
  at: Type.String(),
  by: Type.String(),
  action: Type.Enum(['add', 'change', 'delete', 'restore']),
  changes: Type.Array(
    Type.Object({ field: Type.String(), title: Type.String(), from: Type.String(), to: Type.String() }),
  ),
})
/** Newest first. */
export const changeHistory = Type.Array(entry)
export type ChangeHistory = Static<typeof changeHistory>
