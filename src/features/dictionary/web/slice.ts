import { listContext } from '#commands/list.ts'
import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { dictionaryCommands } from './commands.ts'

const title = '字典管理'
const permission = 'manage_dictionary'

const list = {
  title,
  permission,
  context: [{ name: 'dictionaries', title, depth: 6 }, listContext],
  load: () => import('./list/DictionaryListPage.tsx'),
} as const

export const dictionaryWeb: WebSlice<typeof dictionaryCommands> = {
  commands: dictionaryCommands,
  handlers: async () => (await import('./commandHandlers.ts')).dictionaryWork,
  pages: [
    { ...list, path: pages.dictionary.path },
    // Where the menu leads: a given address.
    { ...list, path: pages.dictionaryNew.path },
    {
      path: pages.dictionaryDetail.path,
      title: '字典',
      permission,
      context: { name: 'dictionary', title: '字典编辑器', depth: 6 },
      load: () => import('./detail/DetailPage.tsx'),
    },
  ],
  sources: [
    {
      id: 'dictionary.dictionaries',
      prefix: '%',
      group: '字典',
      permission: 'session',
      load: async (signal) => (await import('./paletteSource.ts')).readDictionaryEntries(signal),
    },
  ],
}
