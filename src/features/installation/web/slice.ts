import { listContext } from '#commands/list.ts'
import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { installationCommands } from './commands.ts'

export const installationWeb: WebSlice<typeof installationCommands> = {
  commands: installationCommands,
  handlers: async () => (await import('./commandHandlers.ts')).installationWork,
  pages: [
    {
      path: pages.othersTestPage.path,
      title: '安装检查',
      permission: 'session',
      context: { name: 'testPage', title: '安装检查', depth: 6 },
      card: { group: '工具', text: '服务、数据、磁盘、浏览器各部分是否正常，各要多久' },
      load: () => import('./check/CheckPage.tsx'),
    },
    {
      path: pages.othersCacheManager.path,
      title: '缓存管理',
      permission: 'session',
      context: [{ name: 'cacheManager', title: '缓存管理', depth: 6 }, listContext],
      card: { group: '工具', text: '此浏览器和服务器缓存了什么、存了多久、占多少空间，可以清除' },
      load: () => import('./caches/CachesPage.tsx'),
    },
    {
      path: pages.othersConsoleMonit.path,
      title: '控制台',
      permission: 'session',
      context: [{ name: 'consoleMonit', title: '控制台', depth: 6 }, listContext],
      card: { group: '工具', text: '此页面的报错、控制台输出和失败的请求，可搜索、可复制' },
      load: () => import('./console/ConsolePage.tsx'),
    },
    {
      path: pages.managementSettings.path,
      title: '系统设置',
      permission: 'manage_authority',
      context: listContext,
      card: { group: '工具', text: '邮件、公开地址、分享、保留时间等：现在的值、来自哪里，多数改了立即生效' },
      load: () => import('./settings/SettingsPage.tsx'),
    },
  ],
}
