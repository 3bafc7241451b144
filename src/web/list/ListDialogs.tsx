// Dialogs of a list's actions: confirmation, failed rows, form, paste.

import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { TitledDialog } from '../ui/dialogs/TitledDialog.tsx'
import type { ListAddress } from './address.ts'
import type { ListState, NamedAction, RowFailure } from './defineList.ts'
import type { ListWork } from './ListWork.ts'
import type { RowWork } from './types.ts'

interface Props<Row extends object> {
  work: ListWork<Row>
  state: ListState<Row>
  address: ListAddress
}

export function ListDialogs<Row extends object>({ work, state, address }: Props<Row>) {
  const { list } = work
  const { paste: Paste } = list.declaration
  const { dialog } = state
  const close = () => list.useState.setState({ dialog: null })
  return (
    <>
      <OpenForm work={work} state={state} address={address} />
      {dialog?.kind === 'paste' && Paste && <Paste onClose={close} onDone={() => void list.refresh()} />}
      {dialog?.kind === 'ask' && (
        <Question
          work={work}
          action={dialog.action}
          rows={dialog.rows}
          onClose={close}
          onConfirm={() => {
            close()
            void work.work(dialog.action, dialog.rows)
          }}
        />
      )}
      {dialog?.kind === 'failed' && (
        <Failures
          work={work}
          {...dialog}
          onClose={close}
          onRetry={() => {
            close()
            void work.work(
              dialog.action,
              dialog.failed.map(({ row }) => row),
            )
          }}
        />
      )}
    </>
  )
}

function OpenForm<Row extends object>({ work, state, address }: Props<Row>) {
  const { form, idOf } = work.list.declaration
  if (!form || address.form === '' || !work.mayWriteHere || state.status !== 'ready') return null
  const rows = work.rows
  const row =
    address.form === 'new'
      ? null
      : (state.rows.find((one) => idOf(one) === address.form) ?? rows.at(rows.placeOf(address.form)))
  // A link to a deleted or uneditable row shows the list.
  if (row === undefined || (row === null ? form.creates === false : form.refuses?.(row) !== undefined))
    return null
  const View = form.view
  return (
    <View
      key={address.form}
      row={row}
      onClose={() => work.closeForm()}
      onSaved={(saved) => {
        work.list.change(row ? { put: [saved] } : { came: [saved] })
        work.closeForm(idOf(saved))
      }}
    />
  )
}

interface QuestionProps<Row extends object> {
  work: ListWork<Row>
  action: NamedAction<Row>
  rows: readonly Row[]
  onClose: () => void
  onConfirm: () => void
}

const mostNamed = 5

function Question<Row extends object>({ work, action, rows, onClose, onConfirm }: QuestionProps<Row>) {
  const { nameOf, noun, measure } = work.list.declaration
  const named = rows.slice(0, mostNamed)
  const [only] = rows
  const detail = action.each?.asks?.detail?.(rows)
  const View = action.each?.asks?.view
  return (
    <ConfirmDialog confirm={action.title} onClose={onClose} onConfirm={onConfirm}>
      <p className="list-question">
        {rows.length === 1 && only
          ? `${action.title}${noun}「${nameOf(only)}」？`
          : `${action.title}这 ${rows.length.toLocaleString('en-US')} ${measure}${noun}？`}
      </p>
      {rows.length > 1 && (
        <ul className="list-question-names">
          {named.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may be the same.
            <li key={at}>{nameOf(row)}</li>
          ))}
          {rows.length > mostNamed && (
            <li>
              等 {rows.length - mostNamed} {measure}
            </li>
          )}
        </ul>
      )}
      {View && <View rows={rows} />}
      {detail && <p className="list-question-detail">{detail}</p>}
      {action.each?.undo && <p className="list-question-detail">{undoText(rows, action.each)}</p>}
    </ConfirmDialog>
  )
}

interface FailuresProps<Row extends object> {
  work: ListWork<Row>
  action: NamedAction<Row>
  failed: readonly RowFailure<Row>[]
  of: number
  onClose: () => void
  onRetry: () => void
}

function Failures<Row extends object>({ work, action, failed, of, onClose, onRetry }: FailuresProps<Row>) {
  const { nameOf, measure } = work.list.declaration
  return (
    <TitledDialog title={`${failed.length} / ${of} ${measure}${action.title}失败`} onClose={onClose}>
      <DialogBody>
        <ul className="list-failures">
          {failed.map(({ row, reason }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may be the same.
            <li key={at}>
              <b>{nameOf(row)}</b>
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="关闭" onClick={onClose} />
            <Button intent="primary" text="重试" autoFocus onClick={onRetry} />
          </>
        }
      />
    </TitledDialog>
  )
}

function undoText<Row>(rows: readonly Row[], { lasting = () => false }: RowWork<Row>): string {
  const stand = rows.filter(lasting).length
  if (stand === 0) return '之后可以撤销。'
  return stand === rows.length ? '之后不能撤销。' : `其中 ${stand} 个之后不能撤销，其余可以。`
}
