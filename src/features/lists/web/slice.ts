import { listContext } from '../../../../commands/list.ts'
import type { WebSlice } from '../../../web/shell/slice.ts'
import { listsCommands } from './commands.ts'

const context = (
  name: 'blackList' | 'blackRules' | 'whiteList' | 'eventList' | 'adUserList',
  title: string,
) => [{ name, title, depth: 6 }, listContext] as const

export const listsWeb: WebSlice<typeof listsCommands> = {
  commands: listsCommands,
  handlers: async () => (await import('./commandWork.ts')).listsWork,
  pages: [
    { path: '/others', title: '其他', permission: 'session', load: () => import('./others/OthersPage.tsx') },
    {
      path: '/others/blackList',
      title: '黑名单',
      permission: 'search_blackList',
      context: context('blackList', '黑名单'),
      load: () => import('./entries/BlackListPage.tsx'),
    },
    {
      path: '/others/blackList/rules',
      title: '黑名单规则',
      permission: 'search_blackList',
      context: context('blackRules', '黑名单规则'),
      load: () => import('./rules/RulesPage.tsx'),
    },
    {
      path: '/others/whiteList',
      title: '白名单',
      permission: 'search_whiteList',
      context: context('whiteList', '白名单'),
      load: () => import('./entries/WhiteListPage.tsx'),
    },
    {
      path: '/others/eventList',
      title: '事件列表',
      permission: 'search_eventList',
      context: context('eventList', '事件列表'),
      load: () => import('./events/EventListPage.tsx'),
    },
    {
      path: '/others/adUserList',
      title: '广告账户',
      permission: 'search_adUserList',
      context: context('adUserList', '广告账户'),
      load: () => import('./accounts/AdAccountsPage.tsx'),
    },
  ],
  sources: [
    {
      id: 'lists.events',
      prefix: '#',
      group: '事件',
      permission: 'search_eventList',
      load: async (signal) => (await import('./paletteSource.ts')).readEvents(signal),
    },
    {
      id: 'lists.adAccounts',
      group: '广告账户',
      permission: 'search_adUserList',
      load: async (signal) => (await import('./paletteSource.ts')).readAccounts(signal),
    },
    {
      id: 'lists.black',
      group: '黑名单',
      permission: 'search_blackList',
      load: async (signal) => (await import('./paletteSource.ts')).readBlackEntries(signal),
    },
    {
      id: 'lists.white',
      group: '白名单',
      permission: 'search_whiteList',
      load: async (signal) => (await import('./paletteSource.ts')).readWhiteEntries(signal),
    },
  ],
}
