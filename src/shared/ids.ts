// Ids of rows that the store counts, as they travel: whole numbers that JSON carries exactly. A larger one is refused
// as malformed; one that nothing has, though the store could not hold it, answers as an id that never was.
import { Type } from 'typebox'

export const idSchema = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
/** 0 stands for what is not saved yet, or for all. */
export const idOrNoneSchema = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
/** Of a formula that one report keeps for itself; points have those above 0. */
export const ownIdSchema = Type.Integer({ minimum: -999, maximum: -1 })
/** -1 means new, as the absence of an id does. */
export const idOrNewSchema = Type.Integer({ minimum: -1, maximum: Number.MAX_SAFE_INTEGER })
