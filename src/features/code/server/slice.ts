import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { exportJob } from './exports/job.ts'
import { queryFolders } from './library/objectKind.ts'
import { registerCode } from './routes.ts'
import { savedQueries } from './saved/objectKind.ts'
import { snippets } from './snippets/snippets.ts'
import { codeTables } from './tables.ts'

export const codeServer: ServerSlice = {
  contract,
  ownPaths: '/api/s1/redirect/aliyun/',
  register: registerCode,
  tables: codeTables,
  objects: [queryFolders, savedQueries, snippets],
  jobs: [exportJob],
}
