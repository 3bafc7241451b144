// What the palette finds of the custom reports, for those alone who may read them.
import { type PaletteProvider, registerProvider } from '../../../web/shell/palette/providers.ts'
import { holds } from '../../../web/shell/session.ts'

const provider: PaletteProvider = {
  id: 'custom.reports',
  prefix: '@',
  group: '自定义报表',
  load: async (session, signal) =>
    holds('search_customReport', session)
      ? (await import('./paletteSource.ts')).readCustomReports(signal)
      : [],
}

/** main-web calls it once. */
export function registerCustomProvider(): void {
  registerProvider(provider)
}
