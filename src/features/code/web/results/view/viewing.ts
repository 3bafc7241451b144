// Sorts and filters a whole result on the server. The old rows stay, dimmed, until the new ones are there.
import { call, failureOf } from '../../../../../web/api/client.ts'
import { showMessage } from '../../../../../web/shell/message.ts'
import { resultView } from '../../../contract.ts'
import { fetchRows } from '../rows/calls.ts'
import { type ColumnFilter, changeState, stateOf, useShownResult, type ViewSpec } from '../shown.ts'

/** Rows read along with a new view: more than a screen. */
const firstRows = 200

const making = new Map<string, AbortController>()

export const isPlain = ({ sort, filters }: ViewSpec): boolean => sort.length === 0 && filters.length === 0

export async function makeView(queryId: string, spec: ViewSpec): Promise<void> {
  making.get(queryId)?.abort()
  making.delete(queryId)
  if (isPlain(spec)) {
    changeState(queryId, { spec, view: null, making: false })
    return
  }
  const asking = new AbortController()
  const { signal } = asking
  making.set(queryId, asking)
  const before = stateOf(queryId)
  changeState(queryId, { spec, making: true })
  try {
    const view = await call(resultView, { params: { id: queryId }, body: spec }, { signal, loading: null })
    const first = await fetchRows(queryId, view.viewId, 0, firstRows, signal)
    if (!signal.aborted) changeState(queryId, { view: { ...view, first }, making: false })
  } catch (error) {
    if (signal.aborted) return
    changeState(queryId, { spec: before.view ? before.spec : { sort: [], filters: [] }, making: false })
    if (failureOf(error).code === 'result_expired') changeState(queryId, { expired: true })
  } finally {
    if (making.get(queryId) === asking) making.delete(queryId)
  }
}

/** The server gave the view up: it is made anew, once for each time it is missed. */
export function remakeView(queryId: string): void {
  const { making: busy, spec } = stateOf(queryId)
  if (!busy) void makeView(queryId, spec)
}

/** A result that is still growing can't be sorted: rows that come later would be missing. */
function isReady(queryId: string): boolean {
  const { run } = useShownResult.getState()
  if (run?.queryId !== queryId || run.status === 'done') return true
  showMessage({ message: '运行结束后才能排序和筛选', intent: 'warning' })
  return false
}

export function sortBy(queryId: string, column: number, desc: boolean): void {
  if (isReady(queryId)) void makeView(queryId, { ...stateOf(queryId).spec, sort: [{ column, desc }] })
}

/** Sorts further within rows that are equal so far. */
export function sortAlsoBy(queryId: string, column: number, desc: boolean): void {
  if (!isReady(queryId)) return
  const { spec } = stateOf(queryId)
  const others = spec.sort.filter((one) => one.column !== column)
  void makeView(queryId, { ...spec, sort: [...others, { column, desc }] })
}

export function unsort(queryId: string, column: number): void {
  const { spec } = stateOf(queryId)
  void makeView(queryId, { ...spec, sort: spec.sort.filter((one) => one.column !== column) })
}

export function addFilter(queryId: string, filter: ColumnFilter): void {
  if (!isReady(queryId)) return
  const { spec } = stateOf(queryId)
  const same = ({ column, op }: ColumnFilter) => column === filter.column && op === filter.op
  const others = spec.filters.filter((one) => !same(one))
  void makeView(queryId, { ...spec, filters: [...others, filter] })
}

export function removeFilter(queryId: string, filter: ColumnFilter): void {
  const { spec } = stateOf(queryId)
  void makeView(queryId, { ...spec, filters: spec.filters.filter((one) => one !== filter) })
}

export function clearView(queryId: string): void {
  void makeView(queryId, { sort: [], filters: [] })
}
