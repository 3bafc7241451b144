// What the demo may use of the player tag server.
import type { Caller, Db } from '#server/objects/types.ts'
import type { TagContent } from './ownTags.ts'
import type { Player } from './statement.ts'
import { applySteps } from './updating.ts'

/** Runs in the caller's transaction; for players that nobody looked up, so no audit is needed. */
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
