// Ids of rows that the store generates: integers that JSON represents exactly. A larger number is refused as
// malformed; an unused id answers as missing, even one too large for the store.
import { Type } from 'typebox'

export const idSchema = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
/** 0 stands for an unsaved object, or for all. */
export const idOrNoneSchema = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
/** Id of a formula that belongs to a single report; points have ids above 0. */
export const ownIdSchema = Type.Integer({ minimum: -999, maximum: -1 })
/** -1 means new, as a missing id does. */
export const idOrNewSchema = Type.Integer({ minimum: -1, maximum: Number.MAX_SAFE_INTEGER })
