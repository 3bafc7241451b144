// Works on rows, several at once: shows progress, lists failed rows, offers undo.
import { failureOf } from '../api/callError.ts'
import { showMessage } from '../shell/message.ts'
import { offerUndo } from '../ui/undo.ts'
import type { List, NamedAction, RowFailure } from './defineList.ts'
import type { RowWork } from './types.ts'

const atOnce = 4
/** Each update renders the list: with many rows they are batched. */
const tellEveryMs = 120

interface Done<Row> {
  row: Row
  after: Row | null | undefined
}

/** Whether the action asks first: then the page shows the question, and confirming works on the rows. */
export function asksFirst<Row extends object>(
  list: List<Row>,
  action: NamedAction<Row>,
  rows: readonly Row[],
): boolean {
  if (!action.each?.asks) return false
  list.useState.setState({ dialog: { kind: 'ask', action, rows } })
  return true
}

/** For content beside a list: runs its command on these rows, whatever is ticked. */
export async function beginOnRows<Row extends object>(
  list: List<Row>,
  action: NamedAction<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (!asksFirst(list, action, rows)) await workOnRows(list, action, rows)
}

/** Works without asking: the action was confirmed, or needs no confirmation. */
export async function workOnRows<Row extends object>(
  list: List<Row>,
  action: NamedAction<Row>,
  rows: readonly Row[],
): Promise<void> {
  const { each } = action
  if (!each || list.useState.getState().work) return
  const giving = new AbortController()
  const cancel = () => giving.abort()
  const tell = (done: number) =>
    list.useState.setState({ work: { text: each.doing, done, of: rows.length, cancel } })
  tell(0)
  const { done, failed } = await throughAll(rows, (row) => each.run(row, giving.signal), giving.signal, {
    tell,
    change: (some) => change(list, some),
  })
  list.useState.setState({ work: null })
  if (done.length > 0) tellDone(list, each, done)
  if (failed.length > 0)
    list.useState.setState({ dialog: { kind: 'failed', action, failed, of: rows.length } })
}

interface Telling<Row> {
  tell?: (done: number) => void
  change: (done: readonly Done<Row>[]) => void
}

async function throughAll<Row>(
  rows: readonly Row[],
  run: (row: Row) => Promise<Row | null | undefined>,
  signal: AbortSignal,
  { tell, change }: Telling<Row>,
): Promise<{ done: Done<Row>[]; failed: RowFailure<Row>[] }> {
  const done: Done<Row>[] = []
  const failed: RowFailure<Row>[] = []
  let next = 0
  let told = 0
  let toldAt = performance.now()
  const flush = () => {
    change(done.slice(told))
    told = done.length
    toldAt = performance.now()
    tell?.(done.length + failed.length)
  }
  const worker = async () => {
    while (next < rows.length && !signal.aborted) {
      const row = rows[next++] as Row
      try {
        done.push({ row, after: await run(row) })
      } catch (error) {
        const failure = failureOf(error)
        if (!failure.aborted) failed.push({ row, reason: failure.message })
      }
      if (performance.now() - toldAt > tellEveryMs) flush()
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, rows.length) }, worker))
  flush()
  return { done, failed }
}

function change<Row extends object>(list: List<Row>, done: readonly Done<Row>[]): void {
  if (done.length === 0) return
  const { idOf } = list.declaration
  list.change({
    put: done.flatMap(({ after }) => after ?? []),
    drop: done.filter(({ after }) => after === null).map(({ row }) => idOf(row)),
  })
}

function tellDone<Row extends object>(
  list: List<Row>,
  { done: word, undo, lasting = () => false }: RowWork<Row>,
  done: readonly Done<Row>[],
): void {
  const { nameOf, measure, noun } = list.declaration
  const first = done[0] as Done<Row>
  const what = done.length === 1 ? `「${nameOf(first.row)}」` : ` ${done.length} ${measure}${noun}`
  const message = `${word}${what}`
  const revocable = done.filter(({ row }) => !lasting(row))
  if (undo && revocable.length > 0) offerUndo(message, () => takeBack(list, undo, revocable))
  else showMessage({ message, intent: 'success' })
}

async function takeBack<Row extends object>(
  list: List<Row>,
  undo: NonNullable<RowWork<Row>['undo']>,
  done: readonly Done<Row>[],
): Promise<void> {
  const before = new Map(done.map((one) => [one.row, one]))
  const back = await throughAll(
    [...before.keys()],
    (row) => undo(row, before.get(row)?.after),
    new AbortController().signal,
    { change: (some) => list.change({ came: some.map(({ row, after }) => after ?? row) }) },
  )
  const { nameOf, source } = list.declaration
  // What came back has a newer revision: an editor of the row shown until now would meet a conflict with itself.
  if (source.kind === 'whole' && back.done.length > 0) void list.refresh()
  if (back.failed.length === 0) return
  const detail = back.failed.map(({ row, reason }) => `${nameOf(row)}：${reason}`).join('；')
  showMessage({
    message: `${back.failed.length} ${list.declaration.measure}恢复失败`,
    detail,
    intent: 'danger',
  })
  throw new Error(detail)
}
