import { listContext } from '#commands/list.ts'
import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { alarmCommands } from './commands.ts'

const permission = 'alert_config_edit'

export const alarmWeb: WebSlice<typeof alarmCommands> = {
  commands: alarmCommands,
  handlers: async () => (await import('./commandHandlers.ts')).alarmWork,
  pages: [
    {
      path: pages.alarmList.path,
      title: '告警管理',
      permission,
      from: ['/alarm', '/config/alert'],
      context: [{ name: 'alarms', title: '告警', depth: 6 }, listContext],
      load: () => import('./list/AlarmsPage.tsx'),
    },
    {
      path: pages.alarmEdit.path,
      title: '告警',
      permission,
      from: ['/config/alarmEdit'],
      context: { name: 'alarm', title: '告警编辑', depth: 6 },
      load: () => import('./editor/EditPage.tsx'),
    },
    {
      path: pages.alarmFires.path,
      title: '告警记录',
      permission,
      context: [{ name: 'alarmFires', title: '告警记录', depth: 6 }, listContext],
      load: () => import('./fire/FiresPage.tsx'),
    },
    {
      path: pages.alarmFire.path,
      title: '告警详情',
      permission,
      context: { name: 'alarmFire', title: '告警详情', depth: 6 },
      load: () => import('./fire/FirePage.tsx'),
    },
  ],
  sources: [
    {
      id: 'alarm.alarms',
      group: '告警',
      permission,
      load: async (signal) => (await import('./paletteSource.ts')).readAlarmEntries(signal),
    },
  ],
}
