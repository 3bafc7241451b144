// Turns an export call into a run of kind `export` and what it writes.

import type { SheetFormat } from '#server/files/sheets.ts'
import type { SessionUser } from '#server/http/session.ts'
import { AppError } from '#shared/errors.ts'
import { valuesText } from '#shared/sql/parameterText.ts'
import type { RunParameters } from '#features/code/contract.ts'
import { assertColumns } from '../results/columns.ts'
import type { RunOrder, Runs } from '../runs/types.ts'
import type { Writing } from './writing.ts'

interface ExportRequest {
  queryId?: string | undefined
  view?: string | undefined
  sql?: string | undefined
  params?: RunParameters | undefined
  name?: string | undefined
  columns?: number[] | undefined
}

const longestTitle = 100

/** The file's name includes the values: two exports of one query differ only by them. */
function withValues(title: string, params: RunParameters): string {
  const values = valuesText(params)
  return values === '' ? title : `${title} ${values}`.slice(0, longestTitle)
}

export interface Prepared {
  order: RunOrder
  writing: Writing
  /** Whether the statement was answered from an equal run's result. */
  cached: boolean
}

/** `accelerated`: the kept result of an equal run may answer the statement. */
export async function prepareExport(
  runs: Runs,
  user: SessionUser,
  request: ExportRequest,
  format: SheetFormat,
  accelerated = false,
): Promise<Prepared> {
  const { queryId, view, sql, params = {}, name, columns = null } = request
  if ((queryId === undefined) === (sql === undefined)) {
    throw new AppError('parameter_wrong', '导出需要指定一个已有结果（queryId）或一条 SQL（sql），二者选一')
  }
  if (queryId !== undefined) {
    const run = await runs.assertKept(user, queryId)
    if (run.status !== 'done') throw new AppError('parameter_wrong', '该查询还没有完成，完成后才能导出结果')
    if (columns) assertColumns(run, columns)
    return prepared(run.sql, run.params ?? {}, name || run.title, {
      runId: queryId,
      viewId: view ?? null,
      columns,
    })
  }
  if (columns) throw new AppError('parameter_wrong', '只有导出已有结果时才能选列')
  const text = sql as string
  const equal = accelerated ? await runs.findEqual(user, { sql: text, params, limit: null }) : null
  return prepared(text, params, name, equal === null ? null : { runId: equal, viewId: null, columns: null })

  function prepared(
    text: string,
    params: RunParameters,
    title: string | undefined,
    kept: Writing['kept'],
  ): Prepared {
    const named = title?.trim() || '查询结果'
    return {
      order: {
        kind: 'export',
        title: named,
        sql: text,
        params,
        limit: null,
        savedQueryId: null,
        accelerated: false,
      },
      writing: { format, title: withValues(named, params), kept },
      cached: kept !== null && queryId === undefined,
    }
  }
}
