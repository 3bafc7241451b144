// What the palette finds of the data reports: views and folders, points and dimensions, and what a sentence asks for.
import type { PaletteEntry } from '../../../web/shell/palette/entries.ts'
import { type PaletteProvider, registerProvider } from '../../../web/shell/palette/providers.ts'
import { registerSentences } from '../../../web/shell/palette/sentences.ts'

type Sources = typeof import('./paletteSources.ts')

/** Registers them; main-web calls it once. */
export function registerStatementProviders(): void {
  for (const provider of providers) registerProvider(provider)
  registerSentences({
    load: async (signal) => (await import('./sentences/reader.ts')).loadReader(signal),
  })
}

const providers: PaletteProvider[] = [
  provided('statement.views', '@', '报表', (sources, signal) => sources.readViews(signal)),
  provided('statement.folders', '@', '文件夹', (sources, signal) => sources.readFolders(signal)),
  provided('statement.points', '#', '指标', (sources, signal) => sources.readPoints(signal)),
  provided('statement.dimensions', '#', '维度', (sources, signal) => sources.readDimensions(signal)),
]

function provided(
  id: string,
  prefix: '@' | '#',
  group: string,
  read: (sources: Sources, signal: AbortSignal) => Promise<readonly PaletteEntry[]>,
): PaletteProvider {
  return { id, prefix, group, load: async (_, signal) => read(await import('./paletteSources.ts'), signal) }
}
