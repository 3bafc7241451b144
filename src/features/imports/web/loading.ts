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
  type TriedColumn,
  tryImportColumn,
} from '../contract.ts'
import { currentSignal, discard, endWork, follow, isCurrent } from './sending.ts'
import {
  changeColumn,
  changeRole,
  type DraftColumn,
  nothing,
  readingOf,
  refusalOf,
  setImport,
  takenBy,
  useImport,
  weightOf,
} from './store.ts'

export async function changeKind(at: number, kind: ChosenKind): Promise<void> {
  const { id, found, columns } = useImport.getState()
  const [before, column] = [columns[at], found?.columns[at]]
  if (!before || !column) return
  // A role that was proposed, not chosen, follows the reading.
  const follows = before.role === (readingOf(column, before) ?? column).role
  const role = follows && kind === column.kind ? column.role : roleUnder(kind, before, column)
  changeColumn(at, { kind, tried: null, ...(role && { role }) })
  if (column.kind === kind) return
  try {
    const tried = await call(
      tryImportColumn,
      { params: { id }, body: { at, kind } },
      { ...quiet, signal: currentSignal() },
    )
    // The user has chosen another kind meanwhile: only the latest answer counts.
    if (isCurrent(id) && useImport.getState().columns[at]?.kind === kind)
      showTried(at, tried, follows ? (role ?? before.role) : null)
  } catch (error) {
    const failure = failureOf(error)
    if (!failure.aborted && isCurrent(id)) setImport({ failure })
  }
}

/** `proposed`: the role until now, where nobody chose it. */
function showTried(at: number, tried: TriedColumn, proposed: ChosenRole | null): void {
  changeColumn(at, { tried })
  const { columns } = useImport.getState()
  const isTaken = tried.role === 'date' && columns.some(({ role }, other) => other !== at && role === 'date')
  if (columns[at]?.role === proposed && !isTaken) changeRole(at, tried.role)
}

/** Texts can't be summed: a sum column becomes a dimension, and a sum again when its kind returns. */
function roleUnder(kind: ChosenKind, before: DraftColumn, found: ShownColumn): ChosenRole | null {
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
      columns: columns.map(({ name, kind, role, personal }, at) => {
        const by = found ? weightOf(found, columns, at) : undefined
        const weight = by === undefined ? undefined : columns[by]?.name
        const marked = joins === null && role !== 'left' && personal !== null ? { personal } : {}
        return { name, kind, role, ...(weight !== undefined && { weight }), ...marked }
      }),
    }
    await call(loadImport, { params: { id }, body }, { ...quiet, signal })
    const { problem, done } = await follow(id, signal, ['loading'])
    if (problem?.replacement) {
      setImport({ step: 'columns', asking: problem.replacement })
      return
    }
    if (!done) {
      const { message, code } = problem ?? { message: '已取消，什么也没有改变' }
      setImport({ step: 'columns', failure: refusalOf(message, code) })
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
