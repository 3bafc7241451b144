import { listContext } from '#commands/list.ts'
import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { listsCommands } from './commands.ts'

const context = (
  name: 'blackList' | 'blackRules' | 'whiteList' | 'eventList' | 'adUserList',
  title: string,
) => [{ name, title, depth: 6 }, listContext] as const

export const listsWeb: WebSlice<typeof listsCommands> = {
  commands: listsCommands,
  handlers: async () => (await import('./commandHandlers.ts')).listsWork,
  pages: [
    {
      path: pages.others.path,
      title: '其他',
      permission: 'session',
      context: { name: 'others', title: '其他', depth: 6 },
      load: () => import('./others/OthersPage.tsx'),
    },
    {
      path: pages.othersBlackList.path,
      title: '黑名单',
      permission: 'search_blackList',
      context: context('blackList', '黑名单'),
      card: { group: '名单', text: '禁止进入的账号、玩家、设备与 IP，由规则、粘贴或手工加入' },
      load: () => import('./entries/BlackListPage.tsx'),
    },
    {
      path: pages.othersBlackListRules.path,
      title: '黑名单规则',
      permission: 'search_blackList',
      context: context('blackRules', '黑名单规则'),
      load: () => import('./rules/RulesPage.tsx'),
    },
    {
      path: pages.othersWhiteList.path,
      title: '白名单',
      permission: 'search_whiteList',
      context: context('whiteList', '白名单'),
      card: { group: '名单', text: '放行的账号、玩家、设备与 IP，可发布到数据仓库' },
      load: () => import('./entries/WhiteListPage.tsx'),
    },
    {
      path: pages.othersEventList.path,
      title: '事件列表',
      permission: 'search_eventList',
      context: context('eventList', '事件列表'),
      card: { group: '名单', text: '埋点事件的代码、名称、参数，以及用在哪里' },
      load: () => import('./events/EventListPage.tsx'),
    },
    {
      path: pages.othersAdUserList.path,
      title: '广告账户',
      permission: 'search_adUserList',
      context: context('adUserList', '广告账户'),
      card: { group: '名单', text: '投放平台的账户、余额与令牌' },
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
