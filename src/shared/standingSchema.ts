// Schemas of what src/shared/standing.ts describes, for contracts.
import { Type } from 'typebox'

export const standingParts = {
  verified: Type.Optional(Type.Object({ by: Type.String(), at: Type.String(), until: Type.String() })),
  retired: Type.Optional(Type.Object({ by: Type.String(), from: Type.String(), note: Type.String() })),
}
