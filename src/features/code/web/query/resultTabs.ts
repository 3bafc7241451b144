// Operations on the result tabs of the active editor tab.
import { flushSync } from 'react-dom'
import type { HandledId } from '#commands/define.ts'
import { call } from '#web/api/client.ts'
import { runCommand } from '#web/shell/keys/run.ts'
import { keepResult } from '#features/code/contract.ts'
import type { resultCommands } from '../commands/result.ts'
import type { ResultStrip } from '../results/shown.ts'
import { useDocuments } from './documents/store.ts'
import { closeMany, closeResult, reopenResult } from './runs/closing.ts'
import { hear } from './runs/follow.ts'
import { showResult } from './runs/start.ts'
import { changeRun, type EditorRun, runsOf, shownRun, useRuns } from './runs/store.ts'
import { openDialog } from './view.ts'

export type ResultCommandId = HandledId<typeof resultCommands>

const active = () => useDocuments.getState().active

export function stepResult(step: 1 | -1): void {
  const runs = runsOf(active())
  const at = runs.findIndex(({ key }) => key === shownRun(active())?.key)
  const next = runs[(at + step + runs.length) % runs.length]
  if (next) showResult(active(), next.key)
}

/** Acts on the given tab, else on the active one. */
const onTab =
  (act: (key: string) => void) =>
  (key: string | undefined = shownRun(active())?.key): void => {
    if (key !== undefined) act(key)
  }

export const mayRename = ({ runId }: EditorRun): boolean => runId !== null
export const mayPin = ({ runId, run }: EditorRun): boolean => runId !== null && run !== null

export function renameResult(key: string): void {
  const editorRun = useRuns.getState().runs[key]
  if (editorRun && mayRename(editorRun)) openDialog({ kind: 'renameResult', key })
}

export async function togglePin(key: string): Promise<void> {
  const editorRun = useRuns.getState().runs[key]
  if (editorRun?.runId && editorRun.run) await keep(key, editorRun.runId, { pinned: !editorRun.run.pinned })
}

export async function nameResult(key: string, title: string): Promise<boolean> {
  const runId = useRuns.getState().runs[key]?.runId
  return runId ? keep(key, runId, { title }) : false
}

/** What commands do with the tabs. */
export const resultStrip: ResultStrip = {
  next: () => stepResult(1),
  previous: () => stepResult(-1),
  pin: onTab((key) => void togglePin(key)),
  rename: onTab(renameResult),
  close: onTab(closeResult),
  closeOthers: onTab((key) => closeMany(key, 'others')),
  closeRight: onTab((key) => closeMany(key, 'right')),
  reopen: () => reopenResult(active()),
}

/** Other commands act on the displayed result, so this one is activated first. */
export function runOnResult(command: ResultCommandId, { documentId, key }: EditorRun): void {
  flushSync(() => showResult(documentId, key))
  runCommand(command)
}

/** Whether it succeeded; the client shows a refusal. */
async function keep(
  key: string,
  runId: string,
  body: { title?: string; pinned?: boolean },
): Promise<boolean> {
  try {
    const answer = await call(keepResult, { params: { id: runId }, body })
    hear(key, answer)
    const known = useRuns.getState().runs[key]?.run
    // A rename need not increase the state's stamp.
    if (known) changeRun(key, { run: { ...known, title: answer.title, pinned: answer.pinned } })
    return true
  } catch {
    return false
  }
}
