// Changes a few fields of an object from where there is no form (a tree, a menu). Changes by others to other
// fields are kept; where both changed a field, the reader chooses between both texts.
import type { Conflict } from '#shared/conflict.ts'
import { failureOf, tellFailure } from '../api/client.ts'
import { closeDialog, showDialog } from '../shell/dialog.tsx'
import { TitledDialog } from '../ui/dialogs/TitledDialog.tsx'
import { ConflictChoice } from './ConflictChoice.tsx'
import { isSame } from './checking.ts'
import { conflictIn } from './conflictIn.ts'
import type { AnyField, AnyValues } from './types.ts'
import './form.css'

interface Change<Present, Result> {
  /** Title of the dialog: 重命名「日报」. */
  title: string
  /** The changed fields. */
  fields: readonly AnyField[]
  /** The values the reader saw, their revision, and the new values. */
  before: AnyValues
  revision: number
  mine: AnyValues
  valuesOf: (present: Present) => AnyValues
  /** Must be a quiet call. */
  send: (values: AnyValues, revision: number) => Promise<Result>
}

interface Revised {
  revision: number
}

/** Null where nothing was saved: refused, which is shown, or the other version was kept. */
export async function sendOver<Present extends Revised, Result>(
  change: Change<Present, Result>,
): Promise<Result | null> {
  const { fields, mine, revision, send, valuesOf } = change
  try {
    return await send(mine, revision)
  } catch (error) {
    const failure = failureOf(error)
    const conflict = conflictIn<Present>(failure)
    if (!conflict) {
      tellFailure(failure)
      return null
    }
    const theirs = valuesOf(conflict.present)
    const isBeside = fields.every(({ name }) => isSame(theirs[name], change.before[name]))
    const values = isBeside ? mine : await askConflict(change, theirs, conflict)
    if (values === null) return null
    return sendOver({ ...change, before: theirs, revision: conflict.present.revision, mine: values })
  }
}

/** The chosen values; null where the reader gives up, or takes all of the other version. */
function askConflict(
  { title, fields, before, mine }: Pick<Change<never, never>, 'title' | 'fields' | 'before' | 'mine'>,
  theirs: AnyValues,
  { by, at }: Conflict,
): Promise<AnyValues | null> {
  return new Promise((resolve) => {
    const end = (values: AnyValues | null) => {
      closeDialog()
      resolve(values)
    }
    const isTheirs = (values: AnyValues) => fields.every(({ name }) => isSame(values[name], theirs[name]))
    showDialog(
      <TitledDialog
        title={`${title}：内容已被他人修改`}
        className="form-conflict-dialog"
        onClose={() => end(null)}
      >
        <ConflictChoice
          fields={fields}
          before={before}
          mine={mine}
          theirs={theirs}
          by={by}
          at={at}
          backText="取消"
          onBack={() => end(null)}
          onResolve={(values) => end(isTheirs(values) ? null : values)}
        />
      </TitledDialog>,
    )
  })
}
