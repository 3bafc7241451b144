// Implements the commands of the tools.
import type { HandledId } from '#commands/define.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { toolsCommands } from './commands.ts'
import { instrumentWork } from './instruments/instrumentWork.ts'
import { jsonWork } from './json/page/jsonWork.ts'

export const toolsWork: Record<HandledId<typeof toolsCommands>, Handler> = { ...instrumentWork, ...jsonWork }
