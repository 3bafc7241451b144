// While a rule is edited: its errors, its present figures and findings, and its rehearsal over the last 90
// days. Requested after a pause, aborted by further typing.

import { call, failureOf, quiet } from '#web/api/client.ts'
import { serverProblems } from '#web/form/checking.ts'
import type { Problems } from '#web/form/types.ts'
import { type AlarmRule, rehearseAlarm, runAlarmRule } from '#features/alarm/contract.ts'
import { sentRule, watchesNothing } from './rules.ts'
import { useEditor } from './store.ts'

const pauseMs = 500

let waiting: ReturnType<typeof setTimeout> | undefined
let asking = new AbortController()
let asked = ''

/** Name and recipients do not affect the findings. */
const keyOf = ({ name, receiverIds, userIds, note, ...rest }: AlarmRule): string =>
  JSON.stringify(sentRule(rest as AlarmRule))

export function followDraft(): () => void {
  const look = () => {
    const { draft } = useEditor.getState()
    if (!draft || keyOf(draft) === asked) return
    asked = keyOf(draft)
    clearTimeout(waiting)
    asking.abort()
    useEditor.setState(({ checked, rehearsed }) => ({
      checked: { ...checked, isOld: true },
      rehearsed: { ...rehearsed, isOld: true },
    }))
    waiting = setTimeout(() => void ask(draft), pauseMs)
  }
  look()
  const forget = useEditor.subscribe(look)
  return () => {
    forget()
    clearTimeout(waiting)
    asking.abort()
    asked = ''
  }
}

/** Requests again for the same rule. */
export function askAgain(): void {
  const { draft } = useEditor.getState()
  if (draft) void ask(draft)
}

async function ask(draft: AlarmRule): Promise<void> {
  const own = new AbortController()
  asking = own
  const { signal } = own
  const { alarm } = useEditor.getState()
  if (watchesNothing(draft) || draft.conditions.length === 0) {
    const nothing = { answer: null, failure: null, isOld: false }
    useEditor.setState({ checked: nothing, rehearsed: nothing, found: {} })
    return
  }
  // A rule can be tried without a name; saving requires one.
  const name = draft.name.trim() === '' ? '未命名' : draft.name
  const body = { rule: { ...sentRule(draft), name, ...(alarm && { id: alarm.id }) } }
  try {
    const run = await call(runAlarmRule, { body }, { ...quiet, signal })
    if (signal.aborted) return
    useEditor.setState({ checked: { answer: run, failure: null, isOld: false }, found: {} })
  } catch (error) {
    if (signal.aborted) return
    const failure = failureOf(error)
    const found = withoutName(serverProblems(failure))
    const told = Object.keys(found).length > 0 ? null : failure
    useEditor.setState({
      found,
      checked: { answer: null, failure: told, isOld: false },
      rehearsed: { answer: null, failure: null, isOld: false },
    })
    return
  }
  try {
    const rehearsal = await call(rehearseAlarm, { body }, { ...quiet, signal })
    if (!signal.aborted) useEditor.setState({ rehearsed: { answer: rehearsal, failure: null, isOld: false } })
  } catch (error) {
    if (!signal.aborted)
      useEditor.setState({ rehearsed: { answer: null, failure: failureOf(error), isOld: false } })
  }
}

/** A taken name is reported on saving: while typing, every prefix of a name might be taken. */
const withoutName = ({ name: _, ...others }: Problems): Problems => others
