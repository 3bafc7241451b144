// What is done with the result tabs of the editor tab in front.
import { call } from '../../../../web/api/client.ts'
import { keepResult } from '../../contract.ts'
import { useDesk } from './documents/store.ts'
import { hear } from './runs/follow.ts'
import { closeResult, showResult } from './runs/start.ts'
import { changeRun, runsOf, shownRun, useRuns } from './runs/store.ts'
import { openDialog } from './view.ts'

const active = () => useDesk.getState().active

export function stepResult(step: 1 | -1): void {
  const runs = runsOf(active())
  const at = runs.findIndex(({ key }) => key === shownRun(active())?.key)
  const next = runs[(at + step + runs.length) % runs.length]
  if (next) showResult(active(), next.key)
}

export function closeShownResult(): void {
  const desk = shownRun(active())
  if (desk) closeResult(desk.key)
}

export function renameShownResult(): void {
  const desk = shownRun(active())
  if (desk?.runId) openDialog({ kind: 'renameResult', key: desk.key })
}

export async function togglePin(key: string | undefined = shownRun(active())?.key): Promise<void> {
  const desk = useRuns.getState().runs[key ?? '']
  if (!desk?.runId || !desk.run) return
  await keep(desk.key, desk.runId, { pinned: !desk.run.pinned })
}

export async function renameResult(key: string, title: string): Promise<boolean> {
  const runId = useRuns.getState().runs[key]?.runId
  return runId ? keep(key, runId, { title }) : false
}

/** Whether it was taken; a refusal is told by the client. */
async function keep(
  key: string,
  runId: string,
  body: { title?: string; pinned?: boolean },
): Promise<boolean> {
  try {
    const answer = await call(keepResult, { params: { id: runId }, body })
    hear(key, answer)
    const known = useRuns.getState().runs[key]?.run
    // The state's stamp need not rise for a name.
    if (known) changeRun(key, { run: { ...known, title: answer.title, pinned: answer.pinned } })
    return true
  } catch {
    return false
  }
}
