// Compares two kept results; the differences are the result of a new run, read like any other.

import type { Asker } from '#server/http/registerCall.ts'
import type { Comparison, ResultStore } from '#server/results/types.ts'
import { AppError, type ErrorCode, errors } from '#shared/errors.ts'
import type { ResultComparison, Run } from '#features/code/contract.ts'
import { endings } from '../runs/problem.ts'
import type { Runs } from '../runs/types.ts'
import { assertColumns } from './columns.ts'

interface Sides {
  left: string
  right: string
  keys: number[]
  title?: string | undefined
}

export async function compareRuns(
  results: ResultStore,
  runs: Runs,
  { user, signal }: Asker,
  { left, right, keys, title: given }: Sides,
): Promise<ResultComparison> {
  const older = await runs.assertKept(user, left)
  const newer = await runs.assertKept(user, right)
  assertColumns(older, keys)
  const title = `对比：${given || `${titleOf(older)} → ${titleOf(newer)}`}`.slice(0, 100)
  let comparison: Comparison | null = null
  const order = { kind: 'compare', title, sql: noteOf(older, newer, keys), params: {}, limit: null } as const
  const runId = await runs.start(
    user,
    { ...order, savedQueryId: null, accelerated: false },
    async ({ id, signal: ending, progress }) => {
      comparison = await results.compare(left, right, keys, { id, userId: user.id }, ending)
      const { added, removed, changed } = comparison
      progress(added + removed + changed)
      return { rowCount: added + removed + changed }
    },
  )
  const cancel = () => void runs.cancel(user, runId, endings.caller()).catch(() => undefined)
  signal.addEventListener('abort', cancel, { once: true })
  const ended = await runs.ended(user, runId, signal)
  signal.removeEventListener('abort', cancel)
  if (comparison && ended.status === 'done') return { queryId: runId, ...(comparison as Comparison) }
  throw problemOf(ended)
}

/** Without a name, the beginning of the text: a time would be in another zone than the reader's. */
const titleOf = ({ title, sql }: Run): string => title || sql.replaceAll(/\s+/g, ' ').trim().slice(0, 24)

/**
 * Replaces the statement in the history; includes the newer statement, whose tables identify the columns'
 * dictionaries.
 */
function noteOf(left: Run, right: Run, keys: number[]): string {
  const names = keys.map((key) => left.columns[key]?.title ?? '').join('、')
  const note = `-- 对比 ${left.queryId} 与 ${right.queryId}，按 ${names}`.replaceAll(/[\r\n]+/g, ' ')
  return `${note}\n${right.sql}`
}

function problemOf({ problem }: Run): AppError {
  const code = problem && problem.code in errors ? (problem.code as ErrorCode) : 'query_failed'
  return new AppError(code, problem?.message)
}
