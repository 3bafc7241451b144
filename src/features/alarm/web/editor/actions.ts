// Opens, edits, saves, tests and leaves a rule.
import { navigate } from 'wouter/use-browser-location'
import type { Conflict } from '#shared/conflict.ts'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { serverProblems } from '#web/form/checking.ts'
import { queryOf } from '#web/shell/longAddress.ts'
import { showMessage } from '#web/shell/message.ts'
import { useSession } from '#web/shell/session.ts'
import { isRecord } from '#web/shell/storage.ts'
import {
  type Alarm,
  type AlarmRule,
  addOrUpdateAlarm,
  alarmLink,
  alarmListPath,
  readNewAlarm,
  runAlarmRule,
} from '#features/alarm/contract.ts'
import { readAlarm } from '../list/alarmList.tsx'
import { renewAlarms } from '../list/renewing.ts'
import { readReferenceData } from '../referenceData.ts'
import { draftOf, forgetDraft, keepDraft } from './drafts.ts'
import { copyOf, isSameRule, nameFor, newRule, ruleOf, sentRule } from './rules.ts'
import { blank, isChanged, useEditor } from './store.ts'

let opening = new AbortController()
/** Key of its draft: the alarm's id, or the starting point of a new one. */
let key = ''

/** Opens what the address asks for: an alarm, a copy of one, a new one begun from a figure. */
export async function openAlarm(search: string): Promise<void> {
  const query = queryOf(search)
  const [id, copied] = ['id', 'copy'].map((name) => numberOf(query.get(name)))
  // A new one got its number as it was saved: it is open already.
  if (id !== undefined && id === useEditor.getState().alarm?.id) return
  leaveAlarm()
  const own = new AbortController()
  opening = own
  key = id ? String(id) : search
  try {
    const wanted = id ?? copied
    const [options, alarm] = await Promise.all([
      readReferenceData(own.signal),
      wanted ? readAlarm(wanted, own.signal) : undefined,
    ])
    if (own.signal.aborted) return
    if (wanted !== undefined && !alarm) {
      useEditor.setState({ status: 'missing' })
      return
    }
    const seed = readNewAlarm(search)
    const { username } = useSession.getState()
    const rule = id && alarm ? ruleOf(alarm) : alarm ? copyOf(alarm) : newRule(options, username ?? '', seed)
    const opened = rule.name === '' ? { ...rule, name: nameFor(rule, options) } : rule
    const kept = draftOf(key)
    const restored = kept !== null && !isSameRule(kept.draft, opened)
    useEditor.setState({
      status: 'ready',
      alarm: id && alarm ? alarm : null,
      opened,
      draft: restored ? kept.draft : opened,
      isNamed: restored ? kept.isNamed : alarm !== undefined,
      figure: seed?.figure ?? null,
      restored,
    })
  } catch (error) {
    if (!own.signal.aborted) useEditor.setState({ status: 'failed', failure: failureOf(error) })
  }
}

const numberOf = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined

/** What is not saved waits for who comes back; says whether anything does. */
export function keepAlarm(): boolean {
  const { draft, isNamed } = useEditor.getState()
  if (!draft || !isChanged(useEditor.getState())) return false
  keepDraft(key, { draft, isNamed })
  return true
}

/** As the page is left. */
export function leaveAlarm(): void {
  opening.abort()
  if (keepAlarm()) showMessage({ message: '告警的修改没有保存，回到这里时恢复' })
  useEditor.setState(blank, true)
}

/** Changes parts of the rule; what was wrong with them is looked at anew. */
export function change(patch: Partial<AlarmRule>, fields: readonly string[] = Object.keys(patch)): void {
  useEditor.setState(({ draft, problems }) => {
    if (!draft) return {}
    const kept = Object.entries(problems).filter(([field]) => !fields.includes(field))
    return { draft: { ...draft, ...patch }, problems: Object.fromEntries(kept), saveFailure: null }
  })
}

export const typeName = (name: string): void => {
  useEditor.setState({ isNamed: name !== '' })
  change({ name })
}

export function revert(): void {
  const { opened } = useEditor.getState()
  forgetDraft(key)
  useEditor.setState({ draft: opened, restored: false, problems: {}, saveFailure: null })
}

export async function save(overwrite?: Alarm): Promise<void> {
  const { draft, alarm, saving } = useEditor.getState()
  if (!draft || saving) return
  if (draft.name.trim() === '') return refuse({ name: '请填写名称' })
  if (draft.watch.query?.id === '') return refuse({ query: '请选择查询' })
  useEditor.setState({ saving: true, saveFailure: null, problems: {} })
  const against = overwrite ?? alarm
  const body = { ...sentRule(draft), id: alarm?.id ?? -1, ...(against && { revision: against.revision }) }
  try {
    const saved = await call(addOrUpdateAlarm, { body }, quiet)
    forgetDraft(key)
    const rule = ruleOf(saved)
    key = String(saved.id)
    useEditor.setState({
      saving: false,
      alarm: saved,
      opened: rule,
      draft: rule,
      isNamed: true,
      restored: false,
      conflict: null,
    })
    navigate(alarmLink(saved.id), { replace: true })
    renewAlarms()
    showMessage({ message: `已保存「${saved.name}」`, intent: 'success' })
  } catch (error) {
    useEditor.setState({ saving: false })
    tellRefusal(failureOf(error))
  }
}

function tellRefusal(failure: CallError): void {
  if (failure.code === 'object_conflict' && isConflict(failure.data)) {
    useEditor.setState({ conflict: failure.data })
    return
  }
  const problems = serverProblems(failure)
  if (Object.keys(problems).length > 0) refuse(problems)
  else useEditor.setState({ saveFailure: failure })
}

/** The first field that is wrong has the focus. */
function refuse(problems: Readonly<Record<string, string>>): void {
  useEditor.setState({ problems })
  requestAnimationFrame(() => {
    const wrong = document.querySelector<HTMLElement>('.alarm-field-wrong')
    wrong?.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
    wrong?.scrollIntoView({ block: 'nearest' })
  })
}

const isConflict = (data: unknown): data is Conflict<Alarm> =>
  isRecord(data) && isRecord(data.present) && typeof data.at === 'string'

export function takeTheirs(): void {
  const { conflict } = useEditor.getState()
  if (!conflict) return
  const rule = ruleOf(conflict.present)
  forgetDraft(key)
  useEditor.setState({ alarm: conflict.present, opened: rule, draft: rule, conflict: null, problems: {} })
}

/** A message marked as a test, to all that the rule names. */
export async function sendTest(): Promise<void> {
  const { draft, alarm, sending } = useEditor.getState()
  if (!draft || sending) return
  if (draft.receiverIds.length + draft.userIds.length === 0) {
    showMessage({ message: '还没有选择通知对象', detail: '先选择通知渠道或用户', intent: 'warning' })
    return
  }
  useEditor.setState({ sending: true })
  const name = draft.name.trim() === '' ? '未命名' : draft.name
  try {
    const body = { rule: { ...sentRule(draft), name, ...(alarm && { id: alarm.id }) }, send: true }
    const { sent, problem } = await call(runAlarmRule, { body }, quiet)
    showMessage(
      sent
        ? {
            message: '测试消息已发出',
            detail: '消息里注明是测试；是否送达见通知渠道与站内消息',
            intent: 'success',
          }
        : { message: '测试消息发送失败', detail: problem, intent: 'warning' },
    )
  } catch (error) {
    const failure = failureOf(error)
    const problems = serverProblems(failure)
    if (Object.keys(problems).length > 0) refuse(problems)
    else showMessage({ message: '测试消息发送失败', detail: failure.shown.message, intent: 'danger' })
  } finally {
    useEditor.setState({ sending: false })
  }
}

/** Asks where something would be lost. */
export function closeEditor(): void {
  if (isChanged(useEditor.getState())) useEditor.setState({ asking: true })
  else navigate(alarmListPath)
}

export function discard(): void {
  forgetDraft(key)
  useEditor.setState(({ opened }) => ({ draft: opened, asking: false }))
  navigate(alarmListPath)
}

/** Into the periods in which the rule would have fired. */
export function goToResult(): void {
  const list = document.querySelector<HTMLElement>('.alarm-outcomes[tabindex="0"]')
  const isQuery = Boolean(useEditor.getState().draft?.watch.query)
  if (list) list.focus()
  else showMessage({ message: `${isQuery ? '过去的运行' : '近 90 天'}没有触发，或还在预演` })
}
