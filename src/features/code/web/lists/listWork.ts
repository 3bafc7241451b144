import type { AreaCommandId, queryCommands } from '../../../../../commands/index.ts'
import type { Handler } from '../../../../web/shell/keys/handlers.ts'

export const listWork = {} as Record<AreaCommandId<typeof queryCommands>, Handler>
