import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { toolsCommands } from './commands.ts'

const tools = { name: 'testTools', title: '测试工具', depth: 6 } as const
const json = { name: 'jsonPreview', title: 'JSON 预览', depth: 6 } as const

export const toolsWeb: WebSlice<typeof toolsCommands> = {
  commands: toolsCommands,
  handlers: async () => (await import('./commandHandlers.ts')).toolsWork,
  pages: [
    {
      path: pages.othersTestTools.path,
      title: '测试工具',
      permission: 'search_testTools',
      context: tools,
      card: { group: '工具', text: '时间戳、哈希与签名、编码解码、SQL 格式化、定时表达式、浏览器标识等' },
      load: () => import('./instruments/ToolsPage.tsx'),
    },
    {
      path: pages.othersJsonPreview.path,
      title: 'JSON 预览',
      permission: 'session',
      context: json,
      card: { group: '工具', text: '粘贴或打开 JSON：树、路径、表格、对比，大数不失真' },
      load: () => import('./json/page/JsonPage.tsx'),
    },
  ],
  sources: [
    {
      id: 'tools.instruments',
      group: '测试工具',
      permission: 'search_testTools',
      load: async () => (await import('./instruments/paletteSource.ts')).instrumentEntries(),
    },
  ],
  pasted: { load: async () => (await import('./pasted/readPasted.ts')).readPasted },
}
