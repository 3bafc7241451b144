// Handlers of the registry's list commands: they act on the shown list.
import { listCommands } from '#commands/index.ts'
import type { Handler } from '../shell/keys/handlers.ts'
import { isOfUseOnList, type ListCommandId, runOnList } from './shownList.ts'

/** Complete, because the type of a shown list's `run` is checked. */
export const listHandlers = Object.fromEntries(
  listCommands.map(({ id }) => [
    id,
    Object.assign(() => runOnList(id), { isOfUse: () => isOfUseOnList(id) }),
  ]),
) as Record<ListCommandId, Handler>
