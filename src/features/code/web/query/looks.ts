// Chart, sort, filters and columns belong to the query: stored in its document while a result is displayed,
// and applied to each new result of the same statement.

import { lookAt, markAt, type StatementMark } from '#shared/sql/resultLook.ts'
import type { Run } from '#features/code/contract.ts'
import { type KeptLook, lookOf, stateOfLook } from '../results/look.ts'
import { changeState, type ResultState, untouched, useShownResult } from '../results/shown.ts'
import { makeView } from '../results/view/viewing.ts'
import { changeDocument } from './documents/actions.ts'
import { documentOf } from './documents/store.ts'
import type { SqlDocument } from './documents/types.ts'
import { startIn } from './runs/places.ts'
import { type EditorRun, useRuns } from './runs/store.ts'

/** Per query; the least recently applied one is dropped. */
const mostLooks = 99

/** The statement of the present text that a run belongs to. */
function statementOf({ text }: SqlDocument, editorRun: EditorRun): StatementMark | null {
  const start = editorRun.run?.kind === 'query' && !editorRun.plan ? startIn(text, editorRun) : null
  return start === null ? null : markAt(text, start)
}

/** Applies the look of the statement's former result to a new one. */
export function putOnLook(editorRun: EditorRun): void {
  const { run } = editorRun
  const document = documentOf(editorRun.documentId)
  if (!document || run?.status !== 'done' || run.columns.length === 0) return
  if (useShownResult.getState().states[run.queryId]) return
  const mark = statementOf(document, editorRun)
  const look = mark && lookAt(document.text, mark, document.looks)
  if (!look) return
  const { spec, ...rest } = stateOfLook(run.columns, look)
  changeState(run.queryId, rest)
  if (spec.sort.length > 0 || spec.filters.length > 0) void makeView(run.queryId, spec)
}

/** Active until the returned function is called. */
export function keepLooks(): () => void {
  return useShownResult.subscribe(({ states }, before) => {
    if (states === before.states) return
    for (const [runId, state] of Object.entries(states)) {
      // While a view is being made it may still be refused.
      if (state !== before.states[runId] && !state.making) keepLook(runId, state)
    }
  })
}

function keepLook(runId: string, state: ResultState): void {
  const editorRun = Object.values(useRuns.getState().runs).find((one) => one.runId === runId)
  const document = editorRun && documentOf(editorRun.documentId)
  if (!editorRun?.run || !document || state.expired) return
  const mark = statementOf(document, editorRun)
  if (mark === null) return
  const look = keptLook(editorRun.run, state)
  const former = lookAt(document.text, mark, document.looks)
  const others = document.looks.filter((one) => one !== former)
  const looks = look ? [...others.slice(-mostLooks), { ...mark, ...look }] : others
  looks.sort((one, other) => one.statement - other.statement)
  if (JSON.stringify(looks) !== JSON.stringify(document.looks)) changeDocument(document.id, { looks })
}

const keptLook = ({ columns }: Run, state: ResultState): KeptLook | null =>
  state === untouched ? null : lookOf(columns, state)
