// Handlers of the report commands, loaded with their pages or on first use. In an opened view, keys shared by
// tree and report go to the tree while it has the focus.
import type { HandledId } from '#commands/define.ts'
import { type Grain, grains, type RelativeRange, relativeRanges } from '#semantic/model/types.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import { lazyHandlers } from '#web/shell/keys/lazyHandlers.ts'
import { showMessage } from '#web/shell/message.ts'
import { useSettings } from '#web/shell/settings.ts'
import { copyText } from '#web/ui/copyText.ts'
import { isNarrow } from '#web/ui/useNarrow.ts'
import { boardCommands } from './commands/board.ts'
import { embedCommands } from './commands/embed.ts'
import { explainCommands } from './commands/explain.ts'
import type { figureCommands } from './commands/figures.ts'
import { formulaCommands } from './commands/formulas.ts'
import type { homeCommands } from './commands/home.ts'
import { pivotCommands } from './commands/pivot.ts'
import type { reportCommands } from './commands/report.ts'
import { subscribeCommands } from './commands/subscribe.ts'
import type { statementCommands } from './commands/tree.ts'
import { isDay } from './dates/days.ts'
import { figureWork } from './figureWork.ts'
import { pressWho, stepCard } from './home/walking.ts'
import { ask, cancelAsk } from './report/asking/loading.ts'
import { exportReport } from './report/exporting.ts'
import { change, startReport, stepReport } from './report/follow.ts'
import { toggleTotals } from './report/options/totals.ts'
import { askWhereToKeep, moveReport, saveReport } from './report/saving.ts'
import { openPicker, useReport } from './report/store.ts'
import {
  moveInto,
  openDialog,
  refusal,
  shift,
  startNaming,
  startRename,
  toggleShared,
} from './tree/actions.ts'
import { idOf, isViewKey, type NodeKey, viewKey } from './tree/shape.ts'
import { toggleFolded, toggleStar, useTree } from './tree/store.ts'
import { undoStep } from './undo.ts'
import { discardDraft, resumeDraft, revertReport } from './unsaved/offers.ts'

const isTreeFocused = () => document.activeElement?.closest('.statement-tree') != null

/** The command's target: the row under the cursor, or the opened view. */
function subject(): NodeKey | null {
  const { viewId, present } = useReport.getState()
  const { cursor } = useTree.getState()
  if (isTreeFocused()) return cursor
  if (viewId !== null) return viewKey(viewId)
  // A loose report is in no view, and the view under the tree's cursor is another one.
  return present ? null : cursor
}

const withSubject =
  (work: (key: NodeKey) => void): Handler =>
  () => {
    const key = subject()
    if (key) work(key)
  }

/** Not offered where nothing is chosen: a loose report lies in no view. */
const ofSubject = (handler: Handler): Handler =>
  Object.assign((argument?: unknown) => handler(argument), { isOfUse: () => subject() !== null })

function moveSubject(argument?: unknown): void {
  const key = subject()
  if (!key) return
  if (typeof argument === 'number' || (typeof argument === 'string' && /^\d+$/.test(argument))) {
    void moveInto(key, Number(argument))
  } else openDialog('move', key)
}

const withReport =
  (work: () => void): Handler =>
  () => {
    if (useReport.getState().present) work()
  }

/** A command disabled in the menu is refused by key, too, with the reason and what the reader can do instead. */
const ifEditable =
  (work: () => void): Handler =>
  () => {
    const { present } = useReport.getState()
    if (!present) return
    if (present.report?.editable) work()
    else {
      const message = present.report ? refusal : '这张报表还没有保存'
      showMessage({ message, intent: 'warning', action: { text: '另存到…', onClick: askWhereToKeep } })
    }
  }

/** For keys that both the report and a focused tree handle. */
const treeOr =
  (onTree: (key: NodeKey) => void, onReport: () => void): Handler =>
  () => {
    const key = isTreeFocused() ? useTree.getState().cursor : null
    if (key) onTree(key)
    else if (useReport.getState().present) onReport()
  }

const dialog = (kind: 'sql' | 'remark' | 'rename' | 'delete') => () =>
  useReport.setState({ dialog: { kind } })

function setRange(argument: unknown): void {
  if (typeof argument === 'string') {
    if (relativeRanges.includes(argument as RelativeRange)) {
      change({ dateRange: { relative: argument as RelativeRange } })
      return
    }
    const [from = '', to = ''] = argument.split('..')
    if (isDay(from) && isDay(to) && from <= to) {
      change({ dateRange: { from, to } })
      return
    }
  }
  openPicker('date')
}

const setGrain = (grain: unknown) => {
  if (grains.includes(grain as Grain)) change({ grain: grain as Grain })
}

function nextGrain(argument: unknown): void {
  if (argument !== undefined) {
    setGrain(argument)
    return
  }
  const now = useReport.getState().present?.info.grain ?? 'day'
  setGrain(grains[(grains.indexOf(now) + 1) % grains.length])
}

function toggle(name: 'showWeekday' | 'highLightWeekend'): void {
  const settings = useSettings.getState()
  settings.change(name, !settings[name])
}

function findInTree(): void {
  useTree.setState(isNarrow() ? { drawer: true } : { folded: false })
  // Synchronously where possible, so that the next typed letter is in the field; a folded side renders first.
  if (!focusFind()) requestAnimationFrame(focusFind)
}

function focusFind(): boolean {
  const field = document.getElementById('statement-find') as HTMLInputElement | null
  field?.focus()
  field?.select()
  return field !== null && document.activeElement === field
}

/** Leaves first, because a table that already had the focus only then shows its cursor again. */
function enterTable(): void {
  const grid = document.querySelector<HTMLElement>('.report-content [role=grid]')
  grid?.blur()
  grid?.focus()
}

const startAs = (kind: 'newFolder' | 'newView') => () => {
  if (isNarrow()) useTree.setState({ drawer: true })
  startNaming(kind)
}

/** Loaded on first use. */
const history = () => import('./history.ts')
const marking = () => import('./marking.ts')
const whoSees = () => import('./whoSees.tsx')

type ReadingId =
  | HandledId<typeof statementCommands>
  | HandledId<typeof homeCommands>
  | HandledId<typeof reportCommands>
  | HandledId<typeof figureCommands>

const readingWork: Record<ReadingId, Handler> = {
  ...figureWork,
  'home.next': () => stepCard(1),
  'home.previous': () => stepCard(-1),
  'home.who': pressWho,
  'view.create': startAs('newView'),
  'folder.create': startAs('newFolder'),
  'view.search': findInTree,
  'view.star': withSubject((key) => isViewKey(key) && toggleStar(idOf(key))),
  'view.rename': withSubject(startRename),
  'view.move': ofSubject(moveSubject),
  'view.moveUp': withSubject((key) => void shift(key, -1)),
  'view.moveDown': withSubject((key) => void shift(key, 1)),
  'view.share': ofSubject(withSubject((key) => isViewKey(key) && toggleShared(idOf(key)))),
  'view.whoSees': ofSubject(withSubject((key) => void whoSees().then((told) => told.showWhoSees(key)))),
  'view.verify': ofSubject(withSubject((key) => void marking().then((made) => made.verifyView(key)))),
  'view.retire': ofSubject(withSubject((key) => void marking().then((made) => made.retireView(key)))),
  'view.history': withSubject((key) => void history().then((told) => told.showNodeHistory(key))),
  'view.delete': withSubject((key) => openDialog('delete', key)),
  'side.toggle': toggleFolded,
  'change.undo': undoStep,
  'link.copy': () => void copyText(location.href, '链接已复制'),
  'report.query': withReport(() => void ask()),
  'report.refresh': withReport(() => void ask({ fresh: true })),
  'report.export': withReport(() => void exportReport()),
  'report.enterTable': enterTable,
  'report.previous': () => stepReport(-1),
  'report.next': () => stepReport(1),
  'report.range': (argument) => withReport(() => setRange(argument))(),
  'report.addFilter': withReport(() => openPicker('condition')),
  'report.pickPoints': withReport(() => openPicker('points')),
  'report.pickDimensions': withReport(() => openPicker('dimensions')),
  'report.grain': (argument) => withReport(() => nextGrain(argument))(),
  'report.grainDay': withReport(() => setGrain('day')),
  'report.grainWeek': withReport(() => setGrain('week')),
  'report.grainMonth': withReport(() => setGrain('month')),
  'report.toggleTotals': toggleTotals,
  'report.toggleWeekday': () => toggle('showWeekday'),
  'report.toggleWeekend': () => toggle('highLightWeekend'),
  'report.showSql': withReport(dialog('sql')),
  'report.remark': withReport(dialog('remark')),
  'report.history': withReport(() => void history().then((told) => told.showReportHistory())),
  'report.create': () => (isTreeFocused() ? startNaming('newView') : startReport()),
  'report.cancel': cancelAsk,
  'report.save': withReport(() => void saveReport()),
  'report.saveAsNew': withReport(askWhereToKeep),
  'report.revert': revertReport,
  'report.resumeDraft': resumeDraft,
  'report.discardDraft': discardDraft,
  'report.rename': treeOr(startRename, ifEditable(dialog('rename'))),
  'report.moveUp': treeOr(
    (key) => void shift(key, -1),
    ifEditable(() => void moveReport(-1)),
  ),
  'report.moveDown': treeOr(
    (key) => void shift(key, 1),
    ifEditable(() => void moveReport(1)),
  ),
  'report.delete': treeOr((key) => openDialog('delete', key), ifEditable(dialog('delete'))),
}

/** Handlers for reading a report are loaded with the page, rarer ones on first use. */
export const statementWork = {
  ...readingWork,
  ...lazyHandlers(explainCommands, async () => (await import('./explain/actions.ts')).explainWork).handlers,
  ...lazyHandlers(formulaCommands, async () => (await import('./formulas/actions.ts')).formulaWork).handlers,
  ...lazyHandlers(pivotCommands, async () => (await import('./pivotWork.ts')).pivotWork).handlers,
  ...lazyHandlers(boardCommands, async () => (await import('./board/boardWork.tsx')).boardWork).handlers,
  ...lazyHandlers(embedCommands, async () => (await import('./embed/actions.ts')).embedWork).handlers,
  ...lazyHandlers(subscribeCommands, async () => (await import('./subscribe/actions.ts')).subscribeWork)
    .handlers,
}
