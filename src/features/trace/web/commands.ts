// Commands of traces.
import type { Command } from '#commands/define.ts'

export const traceCommands = [
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
