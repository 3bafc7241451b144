import type { AreaCommandId, sqlCommands } from '../../../../../commands/index.ts'
import type { Handler } from '../../../../web/shell/keys/handlers.ts'

export const sqlWork = {} as Record<AreaCommandId<typeof sqlCommands>, Handler>
