// Names of results on their tabs.
import { valuesText } from '#shared/sql/parameterText.ts'
import { documentOf } from '../documents/store.ts'
import type { EditorRun } from '../runs/store.ts'

function titleOf({ number, run, plan }: EditorRun): string {
  if (plan) return `${plan.analyze ? '耗时' : '计划'} ${number}`
  const kind = run?.kind === 'compare' ? '对比' : '结果'
  return `${kind} ${number}`
}

/**
 * The user's name for the result, without the kind before it, else the statement's name. The saved query's
 * name, which runs also get, is ignored here.
 */
function nameOf({ run, plan, name, documentId }: EditorRun): string {
  const saved = documentOf(documentId)?.saved
  const own = saved ? ['', saved.name, ...(saved.formerNames ?? [])] : ['']
  return plan || !run || own.includes(run.title) ? name : run.title.replace(/^对比：/, '')
}

/** As shown in the strip. */
export const wholeName = (editorRun: EditorRun): string =>
  `${titleOf(editorRun)} ${nameOf(editorRun)}`.trimEnd()

/** Distinguishes results of the same statement. */
export const givenOf = ({ run, plan }: EditorRun): string => valuesText(plan?.params ?? run?.params)
