// What a result is called on its tab.
import { valuesText } from '#shared/sql/parameterText.ts'
import { documentOf } from '../documents/store.ts'
import type { DeskRun } from '../runs/store.ts'

function titleOf({ number, run, plan }: DeskRun): string {
  if (plan) return `${plan.analyze ? '耗时' : '计划'} ${number}`
  const kind = run?.kind === 'compare' ? '对比' : '结果'
  return `${kind} ${number}`
}

/**
 * The name that somebody gave it, without the kind that stands before it, else what its statement is called. The saved
 * query's own, which runs are given, says nothing here.
 */
function nameOf({ run, plan, name, documentId }: DeskRun): string {
  const saved = documentOf(documentId)?.saved
  const own = saved ? ['', saved.name, ...(saved.formerNames ?? [])] : ['']
  return plan || !run || own.includes(run.title) ? name : run.title.replace(/^对比：/, '')
}

/** As it stands in the strip. */
export const wholeName = (desk: DeskRun): string => `${titleOf(desk)} ${nameOf(desk)}`.trimEnd()

/** What tells results of one statement apart. */
export const givenOf = ({ run, plan }: DeskRun): string => valuesText(plan?.params ?? run?.params)
