// The JSON text open in this tab, held by a worker, and the page's view of it. It outlives the page and ends
// with the session.
import { create } from 'zustand'
import { useSession } from '#web/shell/session.ts'
import { ToolsWorker } from '#features/tools/web/worker/client.ts'
import { ToldError } from '#features/tools/web/worker/protocol.ts'
import { bytesOfText } from '../engine/bytes.ts'
import type { Detail, Opened, Opening } from '../engine/openText.ts'
import type { ToldProblem } from '../engine/problem.ts'
import type { Repair } from '../engine/repair.ts'

export type View = 'tree' | 'table' | 'compare'

interface JsonState {
  status: 'empty' | 'opening' | 'problem' | 'open'
  /** The file's name; pasted texts have none. */
  name: string
  opened: Opened | null
  problem: { told: ToldProblem; repairs: Repair[] | null } | null
  /** What was changed to make the text valid JSON. */
  repairs: Repair[] | null
  /** The content of the field where a text is typed or corrected. */
  typed: string
  /** Number of visible rows of the tree. */
  total: number
  cursor: number
  /** Increases when rows change, so that views request them again. */
  turn: number
  detail: Detail | null
  search: { typed: string; count: number; place: number } | null
  filter: { path: string; count: number; shown: number } | null
  filterError: string | null
  view: View
  /** Why the last action failed. */
  failure: string | null
}

const empty: JsonState = {
  status: 'empty',
  name: '',
  opened: null,
  problem: null,
  repairs: null,
  typed: '',
  total: 0,
  cursor: 0,
  turn: 0,
  detail: null,
  search: null,
  filter: null,
  filterError: null,
  view: 'tree',
  failure: null,
}

export const useJson = create<JsonState>(() => empty)
const set = useJson.setState
const get = useJson.getState

export const jsonWorker = new ToolsWorker()

/** Numbers the openings; the answer to an overtaken one is dropped. */
let openings = 0

export async function openJson(source: string | File, name = ''): Promise<void> {
  const mine = ++openings
  set({ ...empty, status: 'opening', name, turn: get().turn + 1 })
  try {
    const given = typeof source === 'string' ? bytesOfText(source) : source
    const opening = await jsonWorker.askText('open', given)
    if (mine === openings) take(opening, null)
  } catch (error) {
    if (mine === openings) set({ ...empty, failure: messageOf(error), turn: get().turn + 1 })
  }
}

function take(opening: Opening, repairs: Repair[] | null): void {
  const before = { name: get().name, turn: get().turn + 1 }
  if (opening.kind === 'problem') {
    const { problem, text, repairs: possible } = opening
    set({
      ...empty,
      ...before,
      status: 'problem',
      problem: { told: problem, repairs: possible },
      typed: text ?? '',
    })
    return
  }
  const { kind: _, ...opened } = opening
  set({ ...empty, ...before, status: 'open', opened, repairs, total: opened.rows })
  void showDetail(0)
}

export async function openRepaired(): Promise<void> {
  const repairs = get().problem?.repairs ?? null
  take(await jsonWorker.askText('openRepaired'), repairs)
}

export async function rewrite(indent: number, sortKeys: boolean): Promise<void> {
  await tried(async () => {
    const { repairs } = get()
    set({ status: 'opening' })
    take(await jsonWorker.askText('rewrite', { indent, sortKeys }), repairs)
  })
  if (get().status === 'opening') set({ status: 'open' })
}

export function closeJson(): void {
  openings++
  jsonWorker.end()
  set({ ...empty, turn: get().turn + 1 })
}

const messageOf = (error: unknown): string => (error instanceof ToldError ? error.message : '处理失败')

/** Shows why an action failed. */
export async function tried(work: () => Promise<void>): Promise<void> {
  if (get().failure !== null) set({ failure: null })
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ToldError)) throw error
    // The user closed the text, so there is nothing to report.
    if (get().status !== 'empty') set({ failure: error.message })
  }
}

/** The rows changed; `total` is their new number. */
export function rowsChanged(total: number): void {
  set(({ turn, cursor }) => ({ total, turn: turn + 1, cursor: Math.min(cursor, Math.max(0, total - 1)) }))
  void showDetail(get().cursor)
}

export function moveTo(row: number): void {
  const { total } = get()
  const cursor = Math.max(0, Math.min(total - 1, row))
  set({ cursor })
  void showDetail(cursor)
}

let markings = 0
/** Duplicate keys in very large objects are searched step by step after the rows are shown. */
export async function markEqualKeys(): Promise<void> {
  const mine = ++markings
  for (let more = true; more && mine === markings && get().status === 'open'; ) {
    const answer = await jsonWorker.askText('markMore')
    more = answer.more
    if (answer.marked && mine === markings) set(({ turn }) => ({ turn: turn + 1 }))
  }
}

let details = 0
async function showDetail(row: number): Promise<void> {
  const mine = ++details
  await tried(async () => {
    const detail = await jsonWorker.askText('detail', row, get().filter !== null)
    if (mine === details && get().status === 'open') set({ detail })
  })
}

export const toggleRow = (row: number, wanted?: boolean): Promise<void> =>
  tried(async () => rowsChanged(await jsonWorker.askText('toggle', row, wanted)))

export async function searchFor(typed: string): Promise<void> {
  if (typed === '') {
    set({ search: null })
    return
  }
  await tried(async () => {
    const { count } = await jsonWorker.askText('search', typed)
    set({ search: { typed, count, place: -1 } })
    if (count > 0) await stepMatch(1, await jsonWorker.askText('matchFrom', get().cursor))
  })
}

/** Moves to the next or previous match, wrapping around. */
export async function stepMatch(by: 1 | -1, to?: number): Promise<void> {
  const { search } = get()
  if (!search || search.count === 0) return
  const place = to ?? (search.place + by + search.count) % search.count
  await tried(async () => {
    const { at, total } = await jsonWorker.askText('match', place)
    set({ search: { ...search, place } })
    if (at < 0) return
    set({ cursor: at })
    rowsChanged(total)
  })
}

export async function filterBy(path: string): Promise<void> {
  set({ filterError: null })
  try {
    const { count, paths, total } = await jsonWorker.askText('filter', path)
    set({ filter: path.trim() === '' ? null : { path, count, shown: paths.length }, cursor: 0 })
    rowsChanged(total)
  } catch (error) {
    set({ filterError: messageOf(error) })
  }
}

/** Moves from a list of changes to the changed value. */
export async function goToValue(value: number): Promise<void> {
  if (get().filter) await filterBy('')
  await tried(async () => {
    const { at, total } = await jsonWorker.askText('reveal', value)
    set({ view: 'tree', cursor: Math.max(0, at) })
    rowsChanged(total)
  })
}

useSession.subscribe((now, before) => {
  if (now.roleData?.email !== before.roleData?.email && get().status !== 'empty') closeJson()
})
