// The kept results, left to right: pinned, renamed, closed; one at work spins, a failed one is marked.
import { Error as ErrorIcon, Pin } from '@blueprintjs/icons'
import type { KeyboardEvent } from 'react'
import { valuesText } from '../../../../../shared/sql/parameterText.ts'
import { KeyHint } from '../../../../../web/shell/keys/KeyHint.tsx'
import { ResultActions } from '../../results/ResultActions.tsx'
import { documentOf } from '../documents/store.ts'
import { stepResult, togglePin } from '../resultTabs.ts'
import { closeResult, showResult } from '../runs/start.ts'
import { type DeskRun, isOver, problemOf } from '../runs/store.ts'
import { turn, useInView } from '../tabs/strip.ts'
import { TabCross } from '../tabs/TabCross.tsx'
import { openDialog } from '../view.ts'

export function titleOf({ number, run, plan }: DeskRun): string {
  if (plan) return `${plan.analyze ? '耗时' : '计划'} ${number}`
  const kind = run?.kind === 'compare' ? '对比' : '结果'
  return `${kind} ${number}`
}

function Mark({ desk }: { desk: DeskRun }) {
  if (!isOver(desk)) return <span className="mini-spinner" role="img" aria-label="运行中" />
  if (problemOf(desk)) {
    const canceled = desk.run?.status === 'canceled'
    return (
      <ErrorIcon
        size={12}
        className={canceled ? 'result-canceled' : 'result-failed'}
        title={canceled ? '已取消' : '失败'}
      />
    )
  }
  const { run } = desk
  if (!run) return null
  return (
    <>
      {/* For the pointer: a tab may hold no button of its own, and keys have the command that pins. */}
      <span
        className={`result-pin ${run.pinned ? 'result-pinned' : ''}`}
        aria-hidden="true"
        title={run.pinned ? '取消固定' : '固定：不会被新的结果挤掉，保留得更久'}
        onClick={(event) => {
          event.stopPropagation()
          void togglePin(desk.key)
        }}
      >
        <Pin size={12} />
      </span>
      {run.pinned && <span className="visually-hidden">已固定</span>}
    </>
  )
}

/**
 * The name that somebody gave it, without the kind that stands before it, else what its statement is called. The saved
 * query's own, which runs are given, says nothing here.
 */
function nameOf({ run, plan, name, documentId }: DeskRun): string {
  const isGiven = run && run.title !== '' && run.title !== documentOf(documentId)?.saved?.name
  return plan || !isGiven ? name : run.title.replace(/^对比：/, '')
}

/** As it stands in the strip. */
export const wholeName = (desk: DeskRun): string => `${titleOf(desk)} ${nameOf(desk)}`.trimEnd()

/** What tells results of one statement apart. */
const givenOf = ({ run, plan }: DeskRun): string => valuesText(plan?.params ?? run?.params)

function ResultTab({ desk, isShown }: { desk: DeskRun; isShown: boolean }) {
  const given = givenOf(desk)
  const name = wholeName(desk)
  // It grows when its run is over: a mark for a spinner, its values, a name.
  const tab = useInView(isShown, `${name} ${given} ${isOver(desk)}`)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list's arrow keys move between tabs.
    <div
      ref={tab}
      role="tab"
      tabIndex={isShown ? 0 : -1}
      aria-selected={isShown}
      className="result-tab"
      data-result={desk.key}
      title={[given, desk.sql.slice(0, 500)].filter(Boolean).join('\n')}
      onClick={() => showResult(desk.documentId, desk.key)}
      onDoubleClick={() => desk.runId && openDialog({ kind: 'renameResult', key: desk.key })}
      onAuxClick={(event) => event.button === 1 && closeResult(desk.key)}
    >
      <Mark desk={desk} />
      <span className="result-tab-name">{name}</span>
      {given !== '' && <span className="result-tab-given">{given}</span>}
      <TabCross onClose={() => closeResult(desk.key)} />
    </div>
  )
}

function walk(event: KeyboardEvent): void {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
  event.preventDefault()
  stepResult(event.key === 'ArrowLeft' ? -1 : 1)
  const list = event.currentTarget
  requestAnimationFrame(() => list.querySelector<HTMLElement>('[aria-selected="true"]')?.focus())
}

export function ResultTabs({ runs, shown }: { runs: DeskRun[]; shown: string }) {
  return (
    <div className="result-tabs">
      <div className="result-tab-list" role="tablist" aria-label="结果" onKeyDown={walk} onWheel={turn}>
        {runs.map((desk) => (
          <ResultTab key={desk.key} desk={desk} isShown={desk.key === shown} />
        ))}
      </div>
      {runs.length > 1 && (
        <span className="result-keys">
          <KeyHint command="result.previous" />
          <KeyHint command="result.next" />
        </span>
      )}
      <ResultActions />
    </div>
  )
}
