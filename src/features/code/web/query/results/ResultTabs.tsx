// The kept results, left to right: pin, rename, close; a running one has a spinner, a failed one a mark.
import { Error as ErrorIcon, Pin } from '@blueprintjs/icons'
import type { KeyboardEvent } from 'react'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { ResultActions } from '#features/code/web/results/ResultActions.tsx'
import { renameResult, stepResult, togglePin } from '../resultTabs.ts'
import { closeResult } from '../runs/closing.ts'
import { showResult } from '../runs/start.ts'
import { type EditorRun, isOver, problemOf } from '../runs/store.ts'
import { turn, useInView } from '../tabs/strip.ts'
import { TabCross } from '../tabs/TabCross.tsx'
import { TabMenuArea } from '../tabs/TabMenuArea.tsx'
import { givenOf, wholeName } from './names.ts'
import { ResultMenu } from './ResultMenu.tsx'

function Mark({ editorRun }: { editorRun: EditorRun }) {
  if (!isOver(editorRun)) return <span className="mini-spinner" role="img" aria-label="运行中" />
  if (problemOf(editorRun)) {
    const canceled = editorRun.run?.status === 'canceled'
    return (
      <ErrorIcon
        size={12}
        className={canceled ? 'result-canceled' : 'result-failed'}
        title={canceled ? '已取消' : '失败'}
      />
    )
  }
  if (!editorRun.run?.pinned) return null
  return (
    <>
      {/* For the pointer only: a tab may contain no button, and keys have the pin command. */}
      <span
        className="result-pinned"
        aria-hidden="true"
        title="已固定：不会被新的结果挤掉，保留得更久；点击取消"
        onClick={(event) => {
          event.stopPropagation()
          void togglePin(editorRun.key)
        }}
      >
        <Pin size={12} />
      </span>
      <span className="visually-hidden">已固定</span>
    </>
  )
}

function ResultTab({ editorRun, isShown }: { editorRun: EditorRun; isShown: boolean }) {
  const given = givenOf(editorRun)
  const name = wholeName(editorRun)
  // Its width changes when the run ends: a mark for a spinner, its values, a name.
  const tab = useInView(isShown, `${name} ${given} ${isOver(editorRun)} ${editorRun.run?.pinned}`)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list's arrow keys move between tabs.
    <div
      ref={tab}
      role="tab"
      tabIndex={isShown ? 0 : -1}
      aria-selected={isShown}
      className="result-tab"
      data-tab={editorRun.key}
      title={[given, editorRun.sql.slice(0, 500)].filter(Boolean).join('\n')}
      onClick={() => showResult(editorRun.documentId, editorRun.key)}
      onDoubleClick={() => renameResult(editorRun.key)}
      onAuxClick={(event) => event.button === 1 && closeResult(editorRun.key)}
    >
      <Mark editorRun={editorRun} />
      <span className="result-tab-name">{name}</span>
      {given !== '' && <span className="result-tab-given">{given}</span>}
      <TabCross onClose={() => closeResult(editorRun.key)} />
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

export function ResultTabs({ runs, shown }: { runs: EditorRun[]; shown: string }) {
  return (
    <div className="result-tabs">
      <TabMenuArea menu={(key) => <ResultMenu editorRun={runs.find((editorRun) => editorRun.key === key)} />}>
        <div className="result-tab-list" role="tablist" aria-label="结果" onKeyDown={walk} onWheel={turn}>
          {runs.map((editorRun) => (
            <ResultTab key={editorRun.key} editorRun={editorRun} isShown={editorRun.key === shown} />
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
