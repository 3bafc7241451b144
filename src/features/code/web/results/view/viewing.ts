// Sorts and filters a whole result on the server. The old rows stay, dimmed, until the new ones are there.

import { call, failureOf } from '#web/api/client.ts'
import type { ChosenValues } from '#web/pick/ValueChoice.tsx'
import { showMessage } from '#web/shell/message.ts'
import { mostListed, resultView } from '#features/code/contract.ts'
import { fetchRows } from '../rows/calls.ts'
import {
  type ColumnFilter,
  changeState,
  type FilterOp,
  type FilterValue,
  stateOf,
  useShownResult,
  type ViewSpec,
} from '../shown.ts'

/** Rows loaded with a new view: more than a screen. */
const firstRows = 200

const making = new Map<string, AbortController>()

export const isPlain = ({ sort, filters }: ViewSpec): boolean => sort.length === 0 && filters.length === 0

export async function makeView(runId: string, spec: ViewSpec): Promise<void> {
  making.get(runId)?.abort()
  making.delete(runId)
  if (isPlain(spec)) {
    changeState(runId, { spec, view: null, making: false })
    return
  }
  const asking = new AbortController()
  const { signal } = asking
  making.set(runId, asking)
  const before = stateOf(runId)
  changeState(runId, { spec, making: true })
  try {
    const view = await call(resultView, { params: { id: runId }, body: spec }, { signal, loading: null })
    const first = await fetchRows(runId, view.viewId, 0, firstRows, signal)
    if (!signal.aborted) changeState(runId, { view: { ...view, first }, making: false })
  } catch (error) {
    if (signal.aborted) return
    changeState(runId, { spec: before.view ? before.spec : { sort: [], filters: [] }, making: false })
    if (failureOf(error).code === 'result_expired') changeState(runId, { expired: true })
  } finally {
    if (making.get(runId) === asking) making.delete(runId)
  }
}

/** The server dropped the view: it is made again, once per failure. */
export function remakeView(runId: string): void {
  const { making: busy, spec } = stateOf(runId)
  if (!busy) void makeView(runId, spec)
}

/** A growing result can't be sorted: later rows would be missing. */
function isReady(runId: string): boolean {
  const { run } = useShownResult.getState()
  if (run?.queryId !== runId || run.status === 'done') return true
  showMessage({ message: '运行结束后才能排序和筛选', intent: 'warning' })
  return false
}

export function sortBy(runId: string, column: number, desc: boolean): void {
  if (isReady(runId)) void makeView(runId, { ...stateOf(runId).spec, sort: [{ column, desc }] })
}

/** Sorts further within rows that are equal so far. */
export function sortAlsoBy(runId: string, column: number, desc: boolean): void {
  if (!isReady(runId)) return
  const { spec } = stateOf(runId)
  const others = spec.sort.filter((one) => one.column !== column)
  void makeView(runId, { ...spec, sort: [...others, { column, desc }] })
}

export function unsort(runId: string, column: number): void {
  const { spec } = stateOf(runId)
  void makeView(runId, { ...spec, sort: spec.sort.filter((one) => one.column !== column) })
}

export function addFilter(runId: string, filter: ColumnFilter): void {
  if (!isReady(runId)) return
  const { spec } = stateOf(runId)
  const same = ({ column, op }: ColumnFilter) =>
    column === filter.column && (op === filter.op || (isList(op) && isList(filter.op)))
  const others = spec.filters.filter((one) => !same(one))
  void makeView(runId, { ...spec, filters: [...others, filter] })
}

export const isList = (op: FilterOp): boolean => op === 'in' || op === 'notIn'

/** The present list filter of a column, or another filter on single values as a list. */
export function listOf(runId: string, column: number): ChosenValues {
  const own = stateOf(runId).spec.filters.filter((filter) => filter.column === column)
  const list = own.find(({ op }) => isList(op))
  if (list) return { op: list.op as ChosenValues['op'], values: (list.values ?? []).map(textOf) }
  const single = own.find(({ op }) => op === 'eq' || op === 'empty')
  return { op: 'in', values: single ? [textOf(single.value ?? null)] : [] }
}

const textOf = (value: FilterValue): string | null => (value === null ? null : String(value))

/** Replaces the column's list or single-value filter; no value removes the filter. */
export function setList(runId: string, column: number, { op, values }: ChosenValues): void {
  if (!isReady(runId)) return
  if (values.length > mostListed) {
    const counts = [mostListed, values.length].map((count) => count.toLocaleString('en-US'))
    showMessage({ message: `按列表筛选最多 ${counts[0]} 个值，这里有 ${counts[1]} 个`, intent: 'warning' })
    return
  }
  const { spec } = stateOf(runId)
  const stays = (filter: ColumnFilter) =>
    filter.column !== column || !(isList(filter.op) || filter.op === 'eq' || filter.op === 'empty')
  const list = values.length > 0 ? [{ column, op, values }] : []
  void makeView(runId, { ...spec, filters: [...spec.filters.filter(stays), ...list] })
}

export function removeFilter(runId: string, filter: ColumnFilter): void {
  const { spec } = stateOf(runId)
  void makeView(runId, { ...spec, filters: spec.filters.filter((one) => one !== filter) })
}

export function clearView(runId: string): void {
  void makeView(runId, { sort: [], filters: [] })
}
