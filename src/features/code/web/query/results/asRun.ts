// A result tab's run in the table's format, also before the server has answered and after a refusal.

import type { EditorPlace } from '#web/editor/types.ts'
import type { Run } from '#features/code/contract.ts'
import { type EditorRun, problemOf } from '../runs/store.ts'

/** `place`: the error's position in the whole text, instead of that in the sent statement. */
export function asRun(editorRun: EditorRun, place: EditorPlace | null): Run {
  const { run, key } = editorRun
  const problem = problemOf(editorRun)
  const shown = problem && place ? { ...problem, line: place.line, column: place.column } : problem
  if (run && !editorRun.refusal) return shown === run.problem ? run : { ...run, problem: shown }
  const base: Run = run ?? {
    queryId: editorRun.runId ?? key,
    kind: 'query',
    status: 'running',
    place: null,
    waiting: 0,
    title: '',
    sql: editorRun.sql,
    columns: [],
    data: [],
    from: 0,
    rowCount: 0,
    truncated: false,
    summary: null,
    elapsedMs: 0,
    queuedMs: 0,
    cached: false,
    updateTime: null,
    startedAt: new Date(editorRun.askedAt).toISOString(),
    endedAt: null,
    expiresAt: null,
    pinned: false,
    problem: null,
    file: null,
    stamp: 0,
  }
  return shown ? { ...base, status: 'failed', problem: shown } : base
}
