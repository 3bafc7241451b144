// Our palette with entries of one source, open.

import type { Handlers } from '#web/shell/keys/handlers.ts'
import { provideCommands } from '#web/shell/keys/run.ts'
import { startKeys } from '#web/shell/keys/start.ts'
import { paletteHandlers } from '#web/shell/palette/actions.ts'
import { Palette } from '#web/shell/palette/Palette.tsx'
import { registerProvider } from '#web/shell/palette/providers.ts'
import { openPalette } from '#web/shell/palette/store.ts'
import { useSession } from '#web/shell/session.ts'
import type { BenchEntry } from './entries.ts'

export function prepareOurs(entries: readonly BenchEntry[]): void {
  const role = { id: 1, name: 'bench' }
  useSession.setState({ username: 'bench', roleData: { email: 'bench', username: 'bench', games: [], role } })
  provideCommands({ handlers: paletteHandlers as unknown as Handlers, navigate: () => undefined })
  startKeys()
  registerProvider({
    id: 'bench',
    prefix: '@',
    permission: 'session',
    group: '报表',
    load: async () =>
      entries.map((entry) => ({ ...entry, detail: '经营大盘', go: `/statement/detail?id=${entry.id}` })),
  })
  setTimeout(() => openPalette())
}

export function OurPalette() {
  return <Palette />
}
