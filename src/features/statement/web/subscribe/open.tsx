// Opens the subscription form for the current context: the open report with its conditions, the pivot, or the
// view under the tree's cursor.
import { pages } from '#shared/pages.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { goTo } from '#web/shell/keys/run.ts'
import { showMessage } from '#web/shell/message.ts'
import { changesFrom } from '../address/address.ts'
import { linkTo } from '../address/link.ts'
import { isAskable, keptInfo } from '../report/asking/request.ts'
import { otherShape } from '../report/exporting.ts'
import { askWhereToKeep } from '../report/saving.ts'
import { useReport } from '../report/store.ts'
import { idOf, isViewKey } from '../tree/shape.ts'
import { useTree } from '../tree/store.ts'
import { SubscriptionForm } from './SubscriptionForm.tsx'
import { queryTextOf, type SentQuery, type Subject } from './values.ts'

interface Found extends Subject {
  name: string
}

const isTreeFocused = () => document.activeElement?.closest('.statement-tree') != null

const viewName = (id: number): string => useTree.getState().shape.views.get(id)?.name ?? ''

function wholeView(viewId: number): Found {
  const name = viewName(viewId)
  return {
    viewId,
    reportId: null,
    info: null,
    pivot: null,
    queryId: null,
    parameters: [],
    link: linkTo(viewId),
    text: `发送整个视图「${name}」，按各报表保存的定义`,
    name,
  }
}

/** The report as on the screen. Without unsaved changes, the subscription follows the saved report. */
function reportInFront(): Found | null {
  const { viewId, present } = useReport.getState()
  if (viewId === null || !present || !isAskable(present.info)) return null
  const { report, saved, info } = present
  const other = otherShape(info)
  const pivot = other?.pivot ?? null
  const isChanged = report === null || pivot !== null || Object.keys(changesFrom(saved, info)).length > 0
  const name = report?.reportName ?? viewName(viewId)
  return {
    viewId,
    reportId: report?.id ?? null,
    info: isChanged ? JSON.stringify(other?.info ?? keptInfo(info)) : null,
    pivot: pivot && JSON.stringify(pivot),
    queryId: null,
    parameters: [],
    link: `${location.pathname}${location.search}`,
    text: `发送「${viewName(viewId)} / ${name}」${pivot ? '的透视' : ''}，${isChanged ? '按现在的条件' : '按已保存的报表发送，报表修改后随之更新'}`,
    name,
  }
}

function subject(given?: number): Found | null {
  if (given !== undefined) return wholeView(given)
  const { cursor } = useTree.getState()
  const { viewId, present } = useReport.getState()
  if (isTreeFocused() || (viewId === null && !present))
    return cursor !== null && isViewKey(cursor) ? wholeView(idOf(cursor)) : null
  return reportInFront()
}

/** With an id, subscribes to the whole view. */
export function openSubscribing(given?: number): void {
  const found = subject(given)
  const { viewId, present } = useReport.getState()
  if (!found && viewId === null && present) {
    const action = { text: '另存到…', onClick: askWhereToKeep }
    showMessage({ message: '先保存这张报表，再订阅', intent: 'warning', action })
    return
  }
  if (!found) {
    showMessage({ message: '请先打开一张报表，或在目录里选择一个视图', intent: 'warning' })
    return
  }
  show(found)
}

/** The result of a saved query, as it is when it is sent. */
export function openSending({ queryId, name, parameters }: SentQuery): void {
  show({
    viewId: null,
    reportId: null,
    info: null,
    pivot: null,
    queryId,
    parameters,
    link: `${pages.codeQuery()}?query=${encodeURIComponent(queryId)}`,
    text: queryTextOf(name),
    name,
  })
}

function show({ name, ...rest }: Found): void {
  showDialog(
    <SubscriptionForm
      subject={rest}
      row={null}
      name={name}
      onClose={closeDialog}
      onSaved={(saved) => {
        closeDialog()
        showMessage({
          message: `已订阅「${saved.name}」，${saved.timingText}`,
          intent: 'success',
          action: { text: '我的订阅', onClick: () => goTo(pages.statementSubscriptions()) },
        })
      }}
    />,
  )
}
