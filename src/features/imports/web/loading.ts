// Reads columns with other kinds, and finally creates the table with its report.

import { navigate } from 'wouter/use-browser-location'
import type { ChosenKind } from '#shared/imports/kinds.ts'
import { pages } from '#shared/pages.ts'
import { call, failureOf, quiet } from '#web/api/client.ts'
import { showMessage } from '#web/shell/message.ts'
import {
  type ChosenRole,
  cancelImport,
  isFitting,
  loadImport,
  type ShownColumn,
  tryImportColumn,
} from '../contract.ts'
import { currentSignal, discard, endWork, follow, isCurrent } from './sending.ts'
import { changeColumn, type DraftColumn, nothing, refusalOf, setImport, takenBy, useImport } from './store.ts'

export async function changeKind(at: number, kind: ChosenKind): Promise<void> {
  const { id, found, columns } = useImport.getState()
  const role = roleUnder(kind, columns[at], found?.columns[at])
  changeColumn(at, { kind, tried: null, ...(role && { role }) })
  if (found?.columns[at]?.kind === kind) return
  try {
    const tried = await call(
      tryImportColumn,
      { params: { id }, body: { at, kind } },
      { ...quiet, signal: currentSignal() },
    )
    // The user has chosen another kind meanwhile: only the latest answer counts.
    if (isCurrent(id) && useImport.getState().columns[at]?.kind === kind) changeColumn(at, { tried })
  } catch (error) {
    const failure = failureOf(error)
    if (!failure.aborted && isCurrent(id)) setImport({ failure })
  }
}

/** Texts can't be summed: a sum column becomes a dimension, and a sum again when its kind returns. */
function roleUnder(
  kind: ChosenKind,
  before: DraftColumn | undefined,
  found: ShownColumn | undefined,
): ChosenRole | null {
  if (!before || !found) return null
  const otherwise = kind === 'VARCHAR' || kind === 'BOOLEAN' ? 'dimension' : 'none'
  if (!isFitting({ kind, role: before.role })) return otherwise
  const isShifted = kind === found.kind && !isFitting({ kind: before.kind, role: found.role })
  return isShifted && (before.role === 'dimension' || before.role === 'none') ? found.role : null
}

/** `confirmed`: the digest of what the user was asked. */
export async function load(confirmed?: string): Promise<void> {
  const { id, step, table, replace, addition, keepGood, columns, found } = useImport.getState()
  if (step !== 'columns') return
  const joins = takenBy({ table, found }) ? addition : null
  const signal = currentSignal()
  setImport({ step: 'loading', fraction: 0, doing: '准备', failure: null, asking: null })
  try {
    const body = {
      table,
      replace,
      ...(joins && { addition: joins }),
      keepGood,
      ...(confirmed !== undefined && { confirmed }),
      columns: columns.map(({ name, kind, role }) => ({ name, kind, role })),
    }
    await call(loadImport, { params: { id }, body }, { ...quiet, signal })
    const { problem, done } = await follow(id, signal, ['loading'])
    if (problem?.replacement) {
      setImport({ step: 'columns', asking: problem.replacement })
      return
    }
    if (!done) {
      setImport({ step: 'columns', failure: refusalOf(problem?.message ?? '已取消，什么也没有改变') })
      return
    }
    await discard()
    setImport(nothing)
    showMessage({
      message: `已${joins ? '载入' : '导入'}「${done.table}」：${done.rows.toLocaleString('en-US')} 行`,
      detail: done.notes.at(-1),
      intent: 'success',
    })
    if (done.viewMetaId !== null) navigate(pages.statementDetail({ id: done.viewMetaId }))
  } catch (error) {
    const failure = failureOf(error)
    if (!failure.aborted && isCurrent(id)) setImport({ step: 'columns', failure })
  }
}

/** Cancels the current step; in the columns step, discards the file. */
export async function giveUp(): Promise<void> {
  const { id, step } = useImport.getState()
  if (step === 'loading') {
    setImport({ doing: '正在取消' })
    await call(cancelImport, { params: { id }, body: {} }, quiet).catch(() => undefined)
    return
  }
  endWork()
  await discard()
  setImport(nothing)
}
