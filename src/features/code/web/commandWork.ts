// What the SQL workspace's commands do, collected from its parts.
import { listWork } from './lists/listWork.ts'
import { sqlWork } from './query/sqlWork.ts'
import { resultWork } from './results/resultWork.ts'

export const codeWork = { ...sqlWork, ...resultWork, ...listWork }
