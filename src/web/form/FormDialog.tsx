// A form in a dialog, built from its field declarations: validates, shows errors at the fields, never loses
// typed input, shows another editor's version in a conflict, offers undo after saving.
import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { TitledDialog } from '../ui/dialogs/TitledDialog.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { FailureLine } from '../ui/states/FailureLine.tsx'
import { offerUndo } from '../ui/undo.ts'
import { ConflictChoice } from './ConflictChoice.tsx'
import { problemsOf, shownFields } from './checking.ts'
import { DiscardDialog } from './DiscardDialog.tsx'
import { FieldInput, inputId } from './FieldInput.tsx'
import type { AnyField, AnyValues, Field, Problems } from './types.ts'
import { useForm } from './useForm.ts'
import { useSubmit } from './useSubmit.ts'
import './form.css'

export interface FormDialogProps<Values extends object, Saved> {
  /** Key of the draft: one name per object (`event:12`), and one name for new objects. */
  name: string
  title: string
  fields: readonly Field<Values>[]
  initial: Values
  submitText?: string
  /** A class in addition to the form's own. */
  className?: string
  /**
   * Saves, by a quiet call. `against`: another editor's version that was shown in a conflict and may be
   * overwritten, so that its revision is sent; else null. Null where the person thought better of it.
   */
  send: (values: Values, against: Saved | null) => Promise<Saved | null>
  /** The form values of an object, for the other version in a conflict. */
  valuesOf?: (saved: Saved) => Values
  onClose: () => void
  onSaved: (saved: Saved) => void
  /** Given if a save can be undone. */
  undo?: { done: (saved: Saved) => string; takeBack: (saved: Saved) => Promise<void> }
  /** Above and below the fields: content derived from the values. */
  lead?: ReactNode
  children?: (values: Values) => ReactNode
}

export function FormDialog<Values extends object, Saved>(props: FormDialogProps<Values, Saved>) {
  const { name, title, submitText = '保存', className = '', onClose, onSaved } = props
  // Their types were checked at the declaration.
  const fields = props.fields as unknown as readonly AnyField[]
  const form = useForm(name, fields, props.initial as unknown as AnyValues, onClose)
  const against = useRef<Saved | null>(null)
  const sending = useSubmit<AnyValues, Saved>((values) =>
    props.send(values as unknown as Values, against.current),
  )
  const { busy, failure, conflict } = sending
  const problems: Problems = { ...sending.problems, ...form.problems }
  const offered = shownFields(form.fields, form.values)

  const submit = async () => {
    const found = problemsOf(form.fields, form.latest())
    form.setProblems(found)
    const wrong = offered.find((field) => field.name in found)
    if (wrong) return focusField(name, wrong.name)
    const saved = await sending.submit(form.latest())
    if (saved === null) return
    form.finish()
    onSaved(saved)
    const { undo } = props
    if (undo) offerUndo(undo.done(saved), () => undo.takeBack(saved))
  }
  useFirstRefused(name, sending.problems, offered)
  const resolve = (values: AnyValues, present: Saved) => {
    against.current = present
    form.replace(values)
    sending.settle()
    void submit()
  }
  if (conflict)
    return (
      <TitledDialog
        title={`${title}：内容已被他人修改`}
        className="form-conflict-dialog"
        onClose={sending.settle}
      >
        <ConflictChoice
          fields={form.fields}
          before={props.initial as unknown as AnyValues}
          mine={form.values}
          theirs={(props.valuesOf?.(conflict.present) ?? conflict.present) as unknown as AnyValues}
          by={conflict.by}
          at={conflict.at}
          onBack={sending.settle}
          onResolve={(values) => resolve(values, conflict.present)}
        />
      </TitledDialog>
    )
  const first = offered.find(({ readOnly }) => !readOnly)
  return (
    <TitledDialog title={title} className={`form-dialog ${className}`} onClose={form.close}>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit()
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing)
            return
          event.preventDefault()
          void submit()
        }}
      >
        <DialogBody>
          {props.lead}
          {form.restored && (
            <p className="form-restored" role="status">
              已恢复上次未保存的内容
              <Button variant="minimal" size="small" text="放弃" onClick={form.revert} />
            </p>
          )}
          <div className="form-fields">
            {offered.map((field) => (
              <FieldInput
                key={field.name}
                form={name}
                field={field}
                value={form.values[field.name] ?? null}
                values={form.values}
                problem={problems[field.name]}
                autoFocus={field === first}
                onChange={(value) => {
                  form.change(field.name, value)
                  sending.mend(field.name)
                }}
                onBlur={() => form.check(field)}
              />
            ))}
          </div>
          {props.children?.(form.values as unknown as Values)}
          {failure && <FailureLine what={`${submitText}失败`} failure={failure} />}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text="取消" onClick={form.close} />
              <Button type="submit" intent="primary" loading={busy}>
                {submitText} <Kbd keys="mod+enter" />
              </Button>
            </>
          }
        />
      </form>
      {form.asking && <DiscardDialog onStay={form.stay} onDiscard={form.discard} />}
    </TitledDialog>
  )
}

/** Also where it has the focus already, out of sight: focusing alone would not scroll to it then. */
function focusField(form: string, field: string): void {
  const input = document.getElementById(inputId(form, field))
  input?.focus()
  input?.closest('.form-field')?.scrollIntoView({ block: 'nearest' })
}

/** The server reported fields: the first one is focused, as for local errors. */
function useFirstRefused(form: string, problems: Problems, fields: readonly AnyField[]): void {
  const told = useRef(problems)
  if (told.current === problems) return
  const isMore = Object.keys(problems).length > Object.keys(told.current).length
  told.current = problems
  const wrong = fields.find((field) => field.name in problems)
  if (isMore && wrong) requestAnimationFrame(() => focusField(form, wrong.name))
}
