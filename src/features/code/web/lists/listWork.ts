// What the commands of the two lists do: they act on the row that the address names.

import type { HandledId } from '../../../../../commands/define.ts'
import type { Handler } from '../../../../web/shell/keys/handlers.ts'
import { goTo } from '../../../../web/shell/keys/run.ts'
import { showMessage } from '../../../../web/shell/message.ts'
import { copyText } from '../../../../web/ui/copyText.ts'
import type { Run, SavedQuery } from '../../contract.ts'
import type { queryCommands } from '../commands/query.ts'
import { changeQueryAddress, changeRunAddress, readQueryAddress, readRunAddress } from './address.ts'
import { loadQueries, openDialog, openQuery, removeQuery, takeBack, useQueries } from './queries.ts'
import { openRun, placeOf, refreshRuns, rowOf, stopRun, useRunHistory } from './runs.ts'
import { shownQueries } from './shownQueries.ts'

/** The workspace with a new, empty tab. */
export const newQueryAddress = '/code/query?new=1'

const shown = (): SavedQuery[] => shownQueries(useQueries.getState().list, readQueryAddress())
const placeOfChosen = (queries: readonly SavedQuery[]): number =>
  queries.findIndex(({ id }) => id === readQueryAddress().chosen)

/** Where none is chosen the first that shows is meant: what was searched is opened by Enter. */
function withQuery(work: (query: SavedQuery) => void, { orFirst = false } = {}): void {
  const queries = shown()
  const query = queries[placeOfChosen(queries)] ?? (orFirst ? queries[0] : undefined)
  if (query) work(query)
  else showMessage({ message: queries.length === 0 ? '这里没有查询' : '请先选择一个查询' })
}

function stepQuery(by: number): void {
  const queries = shown()
  const at = placeOfChosen(queries)
  const next = at < 0 ? 0 : Math.min(queries.length - 1, Math.max(0, at + by))
  changeQueryAddress({ chosen: queries[next]?.id ?? '' })
}

function removeChosen(query: SavedQuery): void {
  const queries = shown()
  const at = queries.indexOf(query)
  void removeQuery(query, (queries[at + 1] ?? queries[at - 1])?.id ?? '')
}

/** From the field into the list. */
export function chooseFirstQuery(): void {
  changeQueryAddress({ chosen: shown()[0]?.id ?? '' })
  focusOn('.virtual-list')
}

function withRun(work: (run: Run) => void, { orFirst = false } = {}): void {
  const state = useRunHistory.getState()
  const run = rowOf(state, placeOf(state, readRunAddress().chosen)) ?? (orFirst ? rowOf(state, 0) : undefined)
  if (run) work(run)
  else showMessage({ message: state.total === 0 ? '这里没有运行记录' : '请先选择一次运行' })
}

function stepRun(by: number): void {
  const state = useRunHistory.getState()
  const at = placeOf(state, readRunAddress().chosen)
  const next = rowOf(state, at < 0 ? 0 : at + by)
  if (next) changeRunAddress({ chosen: next.queryId })
}

export function chooseFirstRun(): void {
  changeRunAddress({ chosen: rowOf(useRunHistory.getState(), 0)?.queryId ?? '' })
  focusOn('.virtual-list')
}

function focusOn(selector: string): void {
  const element = document.querySelector<HTMLElement>(selector)
  element?.focus()
  if (element instanceof HTMLInputElement) element.select()
}

export const listWork: Record<HandledId<typeof queryCommands>, Handler> = {
  'query.create': () => goTo(newQueryAddress),
  'query.search': () => focusOn('#query-find'),
  'query.open': () => withQuery(({ id }) => openQuery(id), { orFirst: true }),
  'query.previous': () => stepQuery(-1),
  'query.next': () => stepQuery(1),
  'query.edit': () => withQuery(({ id }) => openDialog('edit', id)),
  'query.share': () => withQuery(({ id }) => openDialog('share', id)),
  'query.versions': () => withQuery(({ id }) => openDialog('versions', id)),
  'query.copy': () => withQuery(({ sql }) => void copyText(sql, 'SQL 已复制')),
  'query.delete': () => withQuery(removeChosen),
  'query.undo': () => void takeBack(),
  'query.refresh': () => void loadQueries(),
  'run.search': () => focusOn('#run-find'),
  'run.open': () => withRun(({ queryId }) => openRun(queryId), { orFirst: true }),
  'run.previous': () => stepRun(-1),
  'run.next': () => stepRun(1),
  'run.again': () => withRun(({ queryId }) => openRun(queryId, true)),
  'run.copy': () => withRun(({ sql }) => void copyText(sql, 'SQL 已复制')),
  'run.stop': () => withRun((run) => void stopRun(run)),
  'run.refresh': () => void refreshRuns(),
}
