// Pages this reader may open but that neither the top navigation nor /others links: the home page shows their
// cards, so that nobody needs a key or an address.

import { menuCommands } from '#commands/index.ts'
import { pages as declared } from '#commands/pages.ts'
import { pages } from '#shared/pages.ts'
import { decide } from '#web/shell/guard.ts'
import type { CardGroup } from '#web/shell/pages.ts'
import type { RoleData } from '#web/shell/session.ts'

interface HiddenPlace {
  path: string
  title: string
  group: CardGroup
  text: string
}

export function hiddenPlaces(roleData: RoleData | null): HiddenPlace[] {
  const entries = [...menuCommands('top', roleData), ...menuCommands('system', roleData)]
  const reached = new Set(entries.map(({ go }) => go))
  // All cards stand there.
  if (reached.has(pages.others.path)) return []
  return declared.flatMap(({ path, title, permission, card }) => {
    // Pages that need only a session are everybody's: they get no card on everybody's home page.
    if (!card || permission === 'session' || reached.has(path)) return []
    return decide(path, '', roleData).kind === 'stay' ? [{ path, title, ...card }] : []
  })
}
