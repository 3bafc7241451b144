// What the palette finds of the SQL workspace: saved queries, tables and columns. For those alone who may write SQL.
import type { PaletteEntry } from '../../../web/shell/palette/entries.ts'
import { type PaletteProvider, registerProvider } from '../../../web/shell/palette/providers.ts'
import { holds } from '../../../web/shell/session.ts'

type Sources = typeof import('./paletteSources.ts')

/** Registers them; main-web calls it once. */
export function registerCodeProviders(): void {
  for (const provider of providers) registerProvider(provider)
}

const providers: PaletteProvider[] = [
  provided('code.queries', '已存查询', (sources, signal) => sources.readQueries(signal)),
  provided('code.tables', '表', (sources) => sources.readTables()),
  provided('code.columns', '列', (sources) => sources.readColumns()),
]

function provided(
  id: string,
  group: string,
  read: (sources: Sources, signal: AbortSignal) => Promise<readonly PaletteEntry[]>,
): PaletteProvider {
  return {
    id,
    prefix: '$',
    group,
    load: async (session, signal) =>
      holds('search_sqlQuery', session) ? read(await import('./paletteSources.ts'), signal) : [],
  }
}
