// The instruments, one row each.
import type { ComponentType } from 'react'
import { onDemand } from '../../../../web/ui/onDemand.tsx'

export const instrumentIds = [
  'time',
  'hash',
  'encode',
  'sql',
  'cron',
  'agent',
  'address',
  'number',
  'pattern',
  'identity',
  'difference',
] as const
export type InstrumentId = (typeof instrumentIds)[number]

export const isInstrument = (id: string | null): id is InstrumentId =>
  instrumentIds.includes(id as InstrumentId)

interface Instrument {
  /** What is put in, shown in the empty field. */
  hint: string
  Part: ComponentType
}

export const instruments: Readonly<Record<InstrumentId, Instrument>> = {
  time: {
    hint: '1732350000、2026-11-23 10:00、3 天前，留空为现在',
    Part: onDemand(async () => (await import('./time/TimeTool.tsx')).TimeTool),
  },
  hash: {
    hint: '要计算的文字，或把文件拖到这里',
    Part: onDemand(async () => (await import('./hash/HashTool.tsx')).HashTool),
  },
  encode: {
    hint: '要编码或解码的文字',
    Part: onDemand(async () => (await import('./encode/EncodeTool.tsx')).EncodeTool),
  },
  sql: { hint: '', Part: onDemand(async () => (await import('./sql/SqlTool.tsx')).SqlTool) },
  cron: {
    hint: '分 时 日 月 周，如 */5 9-18 * * 1-5',
    Part: onDemand(async () => (await import('./cron/CronTool.tsx')).CronTool),
  },
  agent: {
    hint: 'User-Agent，留空为此浏览器',
    Part: onDemand(async () => (await import('./agent/AgentTool.tsx')).AgentTool),
  },
  address: {
    hint: 'https://example.com/path?a=1，或 a=1&b=2',
    Part: onDemand(async () => (await import('./address/AddressTool.tsx')).AddressTool),
  },
  number: {
    hint: '12345.6、0xFF、1.2 亿',
    Part: onDemand(async () => (await import('./number/NumberTool.tsx')).NumberTool),
  },
  pattern: {
    hint: '正则表达式',
    Part: onDemand(async () => (await import('./pattern/PatternTool.tsx')).PatternTool),
  },
  identity: {
    hint: '要查看的 UUID，留空只生成',
    Part: onDemand(async () => (await import('./identity/IdentityTool.tsx')).IdentityTool),
  },
  difference: {
    hint: '原来的文字',
    Part: onDemand(async () => (await import('./pattern/DifferenceTool.tsx')).DifferenceTool),
  },
}
