// State of a form: its values, its errors, and the question before they are discarded.
import { useRef, useState } from 'react'
import { useKeptWork } from '../shell/keptWork.ts'
import { useLeaveWarning } from '../shell/leaving.ts'
import { holds } from '../shell/session.ts'
import { changedNames, isSame, problemOf } from './checking.ts'
import { draftOf, forgetDraft, keepDraft } from './drafts.ts'
import type { AnyField, AnyValues, FieldValue, Problems } from './types.ts'

export function useForm(
  name: string,
  declared: readonly AnyField[],
  initial: AnyValues,
  onClose: () => void,
) {
  const fields = declared.filter(({ permission }) => permission === undefined || holds(permission))
  const [opened] = useState(() => ({ initial, draft: draftOf(name, fields) }))
  const [restored, setRestored] = useState(() => isOther(fields, opened.initial, opened.draft))
  const [values, setValues] = useState<AnyValues>(() => ({ ...opened.initial, ...opened.draft }))
  const [problems, setProblems] = useState<Problems>({})
  const [asking, setAsking] = useState(false)
  /** Updated synchronously, for a key press that changes and sends together. */
  const latest = useRef(values)
  const isOver = useRef(false)
  const isChanged = changedNames(fields, opened.initial, values).length > 0

  const replace = (next: AnyValues) => {
    latest.current = next
    setValues(next)
  }
  const keeping = useRef(() => {})
  keeping.current = () => {
    if (isOver.current) return
    if (changedNames(fields, opened.initial, latest.current).length > 0)
      keepDraft(name, fields, latest.current)
  }
  useKeptWork(() => keeping.current())
  useLeaveWarning(isChanged)

  return {
    fields,
    values,
    problems,
    restored,
    asking,
    latest: () => latest.current,
    replace,
    setProblems,
    change: (field: string, value: FieldValue) => {
      replace({ ...latest.current, [field]: value })
      // An error disappears while the field is edited; a new one is shown when the field is left.
      setProblems(({ [field]: _, ...others }) => others)
    },
    /** Called when a field is left. An empty field is reported only on sending. */
    check: (field: AnyField) => {
      if (isSame(latest.current[field.name], opened.initial[field.name])) return
      const problem = problemOf(field, latest.current)
      if (problem !== undefined) setProblems((before) => ({ ...before, [field.name]: problem }))
    },
    /** Called on Esc, the close button or a click outside: asks first if input would be lost. */
    close: () => (isChanged ? setAsking(true) : onClose()),
    stay: () => setAsking(false),
    discard: () => {
      isOver.current = true
      forgetDraft(name)
      onClose()
    },
    /** Called after saving: there is no draft to keep. */
    finish: () => {
      isOver.current = true
      forgetDraft(name)
    },
    revert: () => {
      forgetDraft(name)
      setRestored(false)
      setProblems({})
      replace(opened.initial)
    },
  }
}

const isOther = (fields: readonly AnyField[], initial: AnyValues, draft: AnyValues | null): boolean =>
  draft !== null && changedNames(fields, initial, { ...initial, ...draft }).length > 0
