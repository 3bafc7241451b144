// CREATE TEMP TABLE … AS in the workspace: the sandbox runs the SELECT, its rows become the run's result and
// then a temp table within the product's limits. The engine itself creates nothing.
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { commandOf, type SqlCommand } from '#shared/sql/command.ts'
import type { RunTask } from '../runs/types.ts'
import type { TaskWork } from '../runs/work.ts'
import { temporaryName } from './names.ts'
import { readTemporary } from './repo.ts'
import { assertRoom, writeTemporary } from './service.ts'

export type CreateStatement = Extract<SqlCommand, { kind: 'createTemporary' }>

/** Null for every other statement. */
export function createStatementOf(sql: string): CreateStatement | null {
  const command = commandOf(sql)
  return command?.kind === 'createTemporary' ? command : null
}

/** The work of such a run. Throws parameter_wrong for an invalid name. */
export function createWork(
  deps: Deps,
  user: SessionUser,
  sql: string,
  { name: given, replace, body, end }: CreateStatement,
): TaskWork {
  const name = temporaryName(given)
  return async (task) => {
    assertRoom(await readTemporary(deps.metadata.db, user), name, replace)
    const rowCount = await keep(deps, user, task)
    const kept = await deps.results.find(task.id)
    const source = { queryId: task.id, columns: kept?.columns ?? [], sql: sql.slice(body, end) }
    await writeTemporary(deps, user, { name, replace }, source, task.signal)
    return { rowCount }
  }
}

/** Keeps all rows as the run's result. */
async function keep({ results }: Deps, user: SessionUser, task: RunTask): Promise<number> {
  const writer = await results.create(task.id, user.id)
  let headed = Promise.resolve()
  let done = 0
  try {
    const { rowCount } = await task.statement({
      mode: 'rows',
      limit: null,
      wholeCells: true,
      onColumns: (columns) => {
        headed = writer.columns(columns)
        headed.catch(() => undefined)
      },
      onChunk: async (chunk) => {
        await headed
        await writer.append(chunk)
        done += chunk.rowCount
        task.progress(done)
      },
    })
    await headed
    await writer.finish({ truncated: false })
    return rowCount
  } catch (error) {
    await writer.abort().catch(() => undefined)
    throw error
  }
}
