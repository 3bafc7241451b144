// What the registry's list commands do: they act on the list that the page shows.
import { listCommands } from '#commands/index.ts'
import type { Handler } from '../shell/keys/handlers.ts'
import { isOfUseOnList, type ListCommandId, runOnList } from './shownList.ts'

/** Complete because a shown list's `run`, where they lead, is checked to be. */
export const listHandlers = Object.fromEntries(
  listCommands.map(({ id }) => [
    id,
    Object.assign(() => runOnList(id), { isOfUse: () => isOfUseOnList(id) }),
  ]),
) as Record<ListCommandId, Handler>
