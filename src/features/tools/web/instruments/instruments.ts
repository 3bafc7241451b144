// The components of the small tools, loaded when they are opened.
import type { ComponentType } from 'react'
import { onDemand } from '#web/ui/onDemand.tsx'
import type { InstrumentId } from './names.ts'

export const instruments: Readonly<Record<InstrumentId, ComponentType>> = {
  time: onDemand(async () => (await import('./time/TimeTool.tsx')).TimeTool),
  hash: onDemand(async () => (await import('./hash/HashTool.tsx')).HashTool),
  encode: onDemand(async () => (await import('./encode/EncodeTool.tsx')).EncodeTool),
  sql: onDemand(async () => (await import('./sql/SqlTool.tsx')).SqlTool),
  cron: onDemand(async () => (await import('./cron/CronTool.tsx')).CronTool),
  agent: onDemand(async () => (await import('./agent/AgentTool.tsx')).AgentTool),
  address: onDemand(async () => (await import('./address/AddressTool.tsx')).AddressTool),
  number: onDemand(async () => (await import('./number/NumberTool.tsx')).NumberTool),
  pattern: onDemand(async () => (await import('./pattern/PatternTool.tsx')).PatternTool),
  identity: onDemand(async () => (await import('./identity/IdentityTool.tsx')).IdentityTool),
  difference: onDemand(async () => (await import('./pattern/DifferenceTool.tsx')).DifferenceTool),
}
