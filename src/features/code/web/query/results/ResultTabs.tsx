// The kept results, left to right: pin, rename, close; a running one has a spinner, a failed one a mark.
import { Error as ErrorIcon, Pin } from '@blueprintjs/icons'
import type { KeyboardEvent } from 'react'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { ResultActions } from '#features/code/web/results/ResultActions.tsx'
import { renameResult, stepResult, togglePin } from '../resultTabs.ts'
import { closeResult } from '../runs/closing.ts'
import { showResult } from '../runs/start.ts'
import { type DeskRun, isOver, problemOf } from '../runs/store.ts'
import { turn, useInView } from '../tabs/strip.ts'
import { TabCross } from '../tabs/TabCross.tsx'
import { TabMenuArea } from '../tabs/TabMenuArea.tsx'
import { givenOf, wholeName } from './names.ts'
import { ResultMenu } from './ResultMenu.tsx'

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
      {/* For the pointer only: a tab may contain no button, and keys have the pin command. */}
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

function ResultTab({ desk, isShown }: { desk: DeskRun; isShown: boolean }) {
  const given = givenOf(desk)
  const name = wholeName(desk)
  // Its width changes when the run ends: a mark for a spinner, its values, a name.
  const tab = useInView(isShown, `${name} ${given} ${isOver(desk)}`)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list's arrow keys move between tabs.
    <div
      ref={tab}
      role="tab"
      tabIndex={isShown ? 0 : -1}
      aria-selected={isShown}
      className="result-tab"
      data-tab={desk.key}
      title={[given, desk.sql.slice(0, 500)].filter(Boolean).join('\n')}
      onClick={() => showResult(desk.documentId, desk.key)}
      onDoubleClick={() => renameResult(desk.key)}
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
      <TabMenuArea menu={(key) => <ResultMenu desk={runs.find((desk) => desk.key === key)} />}>
        <div className="result-tab-list" role="tablist" aria-label="结果" onKeyDown={walk} onWheel={turn}>
          {runs.map((desk) => (
            <ResultTab key={desk.key} desk={desk} isShown={desk.key === shown} />
          ))}
        </div>
      </TabMenuArea>
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
