// Handlers of the workspace's own commands.

import type { HandledId } from '#commands/define.ts'
import { pages } from '#shared/pages.ts'
import { dedented, snippetOf } from '#shared/sql/snippet.ts'
import { handOver } from '#web/shell/handOver.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import { goTo } from '#web/shell/keys/run.ts'
import { showMessage } from '#web/shell/message.ts'
import { holds } from '#web/shell/session.ts'
import { isNarrow } from '#web/ui/useNarrow.ts'
import { newQueryAlarmAddress } from '#features/alarm/contract.ts'
import { sendSaved } from '#features/code/web/lists/sendRegularly.ts'
import { notWatchable } from '#features/code/web/lists/watching.ts'
import type { sqlCommands } from '../commands/sql.ts'
import { watchedCell } from '../results/shownTable.ts'
import { useCatalog } from './catalog.ts'
import { activateAt, activateNext, addDocument, changeDocument, moveDocument } from './documents/actions.ts'
import { closeDocument, closeMany, reopenDocument } from './documents/closing.ts'
import { activeDocument, documentOf, isChanged, useDocuments } from './documents/store.ts'
import type { SqlDocument } from './documents/types.ts'
import { allTargets, editor, presentTarget } from './editing.ts'
import { savedParameters } from './parameters/values.ts'
import { goOn } from './runs/goingOn.ts'
import { problemIn } from './runs/places.ts'
import { explain, run, runAll } from './runs/start.ts'
import { statementName, statementsIn } from './runs/statement.ts'
import { cancelByKey } from './runs/stopping.ts'
import { shownRun } from './runs/store.ts'
import { saveDocument } from './saving/save.ts'
import { openDialog, type SideTab, setFolded, setTab, useView } from './view.ts'

export type SqlCommandId = HandledId<typeof sqlCommands>

const withDocument =
  (work: (document: SqlDocument) => void): Handler =>
  () => {
    const document = activeDocument()
    if (document) work(document)
  }

/** The strip's menu names the tab; otherwise the active one is used. */
const onTab =
  (work: (id: string) => void): Handler =>
  (asked) => {
    const id = typeof asked === 'string' ? asked : useDocuments.getState().active
    if (documentOf(id)) work(id)
  }

/** Needs a statement at the cursor; shows a message without one. */
const withTarget = (work: (documentId: string, target: { sql: string; start: number }) => void) =>
  withDocument(({ id }) => {
    editor()?.closeLists()
    const target = presentTarget()
    if (target) work(id, target)
    else showMessage({ message: '没有可以运行的语句' })
  })

const runEverything = withDocument(({ id }) => {
  editor()?.closeLists()
  const targets = allTargets()
  if (targets.length === 0) showMessage({ message: '没有可以运行的语句' })
  else runAll(id, targets)
})

function format(): void {
  editor()
    ?.format()
    .catch((error: unknown) =>
      showMessage({
        intent: 'warning',
        message: '格式化失败',
        detail: error instanceof Error ? error.message : undefined,
      }),
    )
}

/** Frames until an unfolded side has rendered its field. */
const mostFrames = 30

function focusSide(selector: string, left = mostFrames): void {
  const place = document.querySelector<HTMLElement>(selector)
  place?.focus()
  if (place instanceof HTMLInputElement) place.select()
  if ((!place || document.activeElement !== place) && left > 0) {
    requestAnimationFrame(() => focusSide(selector, left - 1))
  }
}

function showSide(tab: SideTab, selector: string): void {
  setTab(tab)
  if (isNarrow()) useView.setState({ drawer: true })
  else setFolded(false)
  focusSide(selector)
}

const side =
  (tab: SideTab): Handler =>
  () =>
    showSide(tab, '.sql-side .side-list')

function toggleSide(): void {
  if (isNarrow()) useView.setState(({ drawer }) => ({ drawer: !drawer }))
  else setFolded(!useView.getState().folded)
}

/** Switches between results and the rest of the page. */
function switchPane(): void {
  const pane = document.querySelector('.sql-result-pane')
  const within = ['[role=grid]', '[role=tree]', '.result-tab[aria-selected="true"]']
  const place = within.map((selector) => pane?.querySelector<HTMLElement>(selector)).find(Boolean)
  if (pane?.contains(document.activeElement) || !place) editor()?.focus()
  else place.focus()
}

const goToProblem = withDocument(({ id, text }) => {
  const editorRun = shownRun(id)
  const place = editorRun && problemIn(text, editorRun)
  if (place) editor()?.reveal(place)
  else if (!editor()?.nextProblem()) showMessage({ message: '没有可以跳到的错误' })
})

const shift = (step: 1 | -1) =>
  onTab((id) => {
    const { order } = useDocuments.getState()
    const to = order.indexOf(id) + step
    if (to >= 0 && to < order.length) moveDocument(id, to)
  })

const tab =
  (place: number): Handler =>
  () => {
    activateAt(place)
    editor()?.focus()
  }

const share = withDocument((document) => {
  if (document.saved) openDialog({ kind: 'share', documentId: document.id })
  else {
    showMessage({ message: '保存之后才能分享' })
    openDialog({ kind: 'save', documentId: document.id, asNew: false })
  }
})

const subscribe = withDocument((document) => {
  if (document.saved) {
    if (isChanged(document)) showMessage({ message: '发送的是已保存的版本，编辑器里还有未保存的修改' })
    void sendSaved(document.saved.id)
    return
  }
  showMessage({ message: '保存之后才能定时发送' })
  openDialog({ kind: 'save', documentId: document.id, asNew: false })
})

/** On the selected cell of the result in front, else on the query. */
const alarm = withDocument((document) => {
  if (!document.saved) {
    showMessage({ message: '保存之后才能设告警' })
    openDialog({ kind: 'save', documentId: document.id, asNew: false })
    return
  }
  const refusal = notWatchable({ right: document.saved.right ?? 'own' })
  if (refusal !== undefined) return showMessage({ message: refusal, intent: 'warning' })
  if (isChanged(document)) showMessage({ message: '告警看的是已保存的版本，编辑器里还有未保存的修改' })
  goTo(newQueryAlarmAddress({ queryId: document.saved.id, ...watchedCell() }))
})

const versions = withDocument(({ id, saved }) => {
  if (saved) openDialog({ kind: 'versions', documentId: id })
  else showMessage({ message: '还没有保存过，没有历史版本' })
})

/** The next document takes the keys at once. A phone would cover half the page with its keyboard. */
function closing(close: Promise<void>): void {
  if (!isNarrow(640)) editor()?.focus()
  void close
}

function newTab(): void {
  addDocument()
  editor()?.focus()
}

/**
 * Makes a custom report, for people who write no SQL, from the statement at the cursor with its parameters.
 */
function publish(): void {
  if (!holds('search_customReport')) {
    showMessage({ message: '没有「自定义报表」权限，请联系管理员', intent: 'warning' })
    return
  }
  const document = activeDocument()
  const target = presentTarget()
  if (!document || !target) {
    showMessage({ message: '没有可以发布的语句' })
    return
  }
  const params = savedParameters(
    { text: target.sql, parameters: document.parameters },
    useCatalog.getState().tables,
  )
  handOver('customReport', { name: document.name, sql: target.sql, params })
  goTo(pages.customDetail({ id: 'new' }))
}

export const sqlWork: Record<SqlCommandId, Handler> = {
  'sql.publish': publish,
  'sql.run': withTarget((id, target) => {
    const statements = statementsIn(target)
    if (statements.length > 1) runAll(id, statements)
    else run(id, target)
  }),
  'sql.runAll': runEverything,
  'sql.goOnFailed': withDocument(({ id }) => goOn(id, 'failed')),
  'sql.goOnNext': withDocument(({ id }) => goOn(id, 'next')),
  'sql.cancel': withDocument(({ id }) => cancelByKey(id)),
  'sql.save': withDocument(({ id }) => void saveDocument(id)),
  'sql.saveAs': onTab((id) => openDialog({ kind: 'save', documentId: id, asNew: true })),
  'sql.format': format,
  'sql.explain': withTarget((id, target) => void explain(id, target, false)),
  'sql.analyze': withTarget((id, target) => void explain(id, target, true)),
  'sql.complete': () => editor()?.complete(),
  'sql.goToProblem': goToProblem,
  'sql.goToDefinition': () => {
    if (!editor()?.goToDefinition()) showMessage({ message: '光标处没有可以转到的名称' })
  },
  'sql.rename': () => editor()?.rename(),
  'sql.fix': () => editor()?.fix(),
  'sql.snippets': () => openDialog({ kind: 'snippets', find: '' }),
  'sql.keepSnippet': withTarget((_id, { sql }) => {
    const title = statementName('', { sql, start: 0 })
    openDialog({ kind: 'snippet', snippet: null, body: snippetOf(dedented(sql)), title, find: null })
  }),
  'sql.accelerate': withDocument(({ id, accelerated }) => {
    changeDocument(id, { accelerated: !accelerated })
    showMessage({ message: accelerated ? '已关闭加速' : '已开启加速：数据没有变化时，直接用已有结果' })
  }),
  'sql.limit': () => useView.setState({ limitOpen: true }),
  'sql.share': share,
  'sql.subscribe': subscribe,
  'sql.alarm': alarm,
  'sql.versions': versions,
  'sql.createTemporary': withTarget((_id, { sql }) => openDialog({ kind: 'temporary', sql })),
  'sql.newTab': newTab,
  'sql.closeTab': onTab((id) => closing(closeDocument(id))),
  'sql.closeOtherTabs': onTab((id) => closing(closeMany(id, 'others'))),
  'sql.closeRightTabs': onTab((id) => closing(closeMany(id, 'right'))),
  'sql.reopenTab': () => void reopenDocument(),
  'sql.renameTab': onTab((id) => openDialog({ kind: 'renameDocument', documentId: id })),
  'sql.nextTab': () => activateNext(1),
  'sql.previousTab': () => activateNext(-1),
  'sql.moveTabLeft': shift(-1),
  'sql.moveTabRight': shift(1),
  'sql.tabOne': tab(1),
  'sql.tabTwo': tab(2),
  'sql.tabThree': tab(3),
  'sql.tabFour': tab(4),
  'sql.tabFive': tab(5),
  'sql.tabSix': tab(6),
  'sql.tabSeven': tab(7),
  'sql.tabEight': tab(8),
  'sql.tabNine': tab(9),
  'sql.switchPane': switchPane,
  'sql.showTables': side('tables'),
  'sql.showQueries': side('saved'),
  'sql.showHistory': side('history'),
  'sql.showTemporary': side('temporary'),
  'sql.find': () => showSide(useView.getState().tab, '#sql-find'),
  'sql.toggleSide': toggleSide,
}
