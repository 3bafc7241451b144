import type { AreaCommandId, resultCommands } from '../../../../../commands/index.ts'
import type { Handler } from '../../../../web/shell/keys/handlers.ts'

export const resultWork = {} as Record<AreaCommandId<typeof resultCommands>, Handler>
