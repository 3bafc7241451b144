// What the SQL workspace's commands do, collected from its parts.
import type { AreaCommandId, queryCommands, resultCommands, sqlCommands } from '../../../../commands/index.ts'
import type { Handler } from '../../../web/shell/keys/handlers.ts'
import { listWork } from './lists/listWork.ts'
import { sqlWork } from './query/sqlWork.ts'
import { resultWork } from './results/resultWork.ts'

export type CodeCommandId =
  | AreaCommandId<typeof sqlCommands>
  | AreaCommandId<typeof resultCommands>
  | AreaCommandId<typeof queryCommands>

export const codeWork: Record<CodeCommandId, Handler> = { ...sqlWork, ...resultWork, ...listWork }
