// What reaches beyond the reports themselves: their embeds, the calendar behind their days, the traces of who saw them.
import type { Command } from './define.ts'

export const embedCommands = [
  {
    id: 'view.embed',
    title: '外嵌到其他页面（嵌入）',
    en: 'Embed in other pages',
    permission: null,
    context: ['statement', 'report'],
    group: '此页',
    icon: 'code',
  },
  {
    id: 'calendar.open',
    title: '日历：节假日与日期注记',
    en: 'Calendar and notes',
    permission: null,
    context: 'global',
    group: '面板',
    icon: 'calendar',
  },
  {
    id: 'trace.lookUp',
    title: '查询追踪码',
    en: 'Look up a trace code',
    permission: 'manage_authority',
    context: 'global',
    group: '面板',
    icon: 'search',
  },
] as const satisfies readonly Command[]
