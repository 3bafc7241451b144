import { listContext } from '#commands/list.ts'
import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { segmentCommands } from './commands.ts'

const permission = 'search_config'

export const segmentWeb: WebSlice<typeof segmentCommands> = {
  commands: segmentCommands,
  handlers: async () => (await import('./commandHandlers.ts')).segmentWork,
  pages: [
    {
      path: pages.configSegment.path,
      title: '人群',
      permission,
      context: [{ name: 'segments', title: '人群', depth: 6 }, listContext],
      card: { group: '分析', text: '有名称的一组玩家，按规则、名单或 SQL 每天计算，可作维度与条件' },
      load: () => import('./SegmentsPage.tsx'),
    },
  ],
  sources: [
    {
      id: 'segments',
      group: '人群',
      permission,
      load: async (signal) => (await import('./paletteSource.ts')).readSegments(signal),
    },
  ],
}
