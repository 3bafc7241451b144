// Handlers of the SQL workspace's commands, collected from its parts.
import type { HandledId } from '#commands/define.ts'
import { actOnShown } from '#web/list/shownList.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { queryCommands } from './commands/query.ts'
import { sqlWork } from './query/sqlWork.ts'
import { resultWork } from './results/resultWork.ts'

const folderWork = () => import('./library/folderWork.ts')

/** Both lists define themselves what these commands do with their rows. */
const listWork: Record<HandledId<typeof queryCommands>, Handler> = {
  'query.share': () => actOnShown('query.share'),
  'query.subscribe': () => actOnShown('query.subscribe'),
  'query.alarm': () => actOnShown('query.alarm'),
  'query.move': () => actOnShown('query.move'),
  'query.newFolder': () => void folderWork().then(({ newFolder }) => newFolder()),
  'query.folderRights': () => void folderWork().then(({ folderRights }) => folderRights()),
  'query.versions': () => actOnShown('query.versions'),
  'query.copy': () => actOnShown('query.copy'),
  'run.again': () => actOnShown('run.again'),
  'run.copy': () => actOnShown('run.copy'),
  'run.stop': () => actOnShown('run.stop'),
}

export const codeWork = { ...sqlWork, ...resultWork, ...listWork }
