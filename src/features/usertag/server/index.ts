// What the demo may use of the users' tags' server.
import type { Caller, Db } from '#server/objects/types.ts'
import type { TagContent } from './ownTags.ts'
import type { Player } from './statement.ts'
import { applySteps } from './updating.ts'

/** In the caller's transaction; of players whom nobody looked for. */
export const changeTags = (
  db: Db,
  caller: Caller,
  player: Player,
  tags: readonly TagContent[],
): Promise<unknown> =>
  applySteps(
    db,
    caller,
    player,
    tags.map((after) => ({ name: after.name, after })),
    null,
  )
