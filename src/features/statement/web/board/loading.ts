// Opens a view's board, follows its address, and saves it.
import { navigate } from 'wouter/use-browser-location'
import { madeBoard } from '#semantic/model/board/made.ts'
import type { Board, BoardBar } from '#semantic/model/board/types.ts'
import { CallError, call, failureOf } from '#web/api/client.ts'
import { showMessage } from '#web/shell/message.ts'
import { getBoard, type Report, type ShownBoard, saveBoard } from '#features/statement/contract.ts'
import { forgetFigures, loadReports } from '../report/asking/loading.ts'
import { emptyReport, useReport } from '../report/store.ts'
import { noteRecent, revealView, stopAwaiting } from '../tree/store.ts'
import { boardAddress, readBoardAddress } from './address.ts'
import { forgetAnswers } from './asking.ts'
import { emptyBoard, isBoardChanged, useBoard } from './store.ts'

const quietly = { quiet: true, loading: null } as const

/** A board of nobody's making stands for the reports as they are now. */
const boardOf = ({ board, reaches }: ShownBoard, reports: readonly Report[]): Board =>
  board ??
  madeBoard(
    reports.map(({ id, info }) => ({
      id,
      info,
      day: reaches.find(({ report }) => report === id)?.day ?? null,
    })),
  )

export async function followBoard(search: string): Promise<void> {
  const { view, barOver, problems } = readBoardAddress(search)
  if (view === null) {
    leaveBoard()
    const message = '链接里没有报表编号'
    useBoard.setState({
      status: 'failed',
      failure: new CallError({ status: 0, code: 'object_missing', message }),
    })
    return
  }
  const { viewId, status, saved } = useBoard.getState()
  if (viewId === view && status === 'ready' && saved) {
    const bar = barOver(saved.bar)
    if (JSON.stringify(bar) !== JSON.stringify(useBoard.getState().bar))
      useBoard.setState({ bar, cross: null })
    return
  }
  if (viewId === view && status === 'loading') return
  await openBoard(view)
  if (problems.length > 0)
    showMessage({ message: `链接里的${problems.join('、')}有误，已按保存的条件打开`, intent: 'warning' })
}

async function openBoard(view: number): Promise<void> {
  forgetAnswers()
  forgetFigures()
  useReport.setState({ ...emptyReport, viewId: view, status: 'loading' })
  const { wall, rotating } = useBoard.getState()
  useBoard.setState({ ...emptyBoard, wall, rotating, viewId: view, status: 'loading' })
  noteRecent(view)
  revealView(view)
  const isFront = () => useBoard.getState().viewId === view
  try {
    const [shown, known] = await Promise.all([
      call(getBoard, { params: { viewId: view } }, quietly),
      loadReports(view),
    ])
    if (!isFront()) return
    if (!known) throw useReport.getState().failure
    const board = boardOf(shown, useReport.getState().reports)
    const { barOver } = readBoardAddress(location.search)
    useBoard.setState({
      ...{ status: 'ready', failure: null, shown, board, saved: board },
      ...{ isMade: shown.board === null, bar: barOver(board.bar) },
    })
  } catch (error) {
    if (!isFront()) return
    stopAwaiting()
    useBoard.setState({ status: 'failed', failure: failureOf(error) })
  }
}

/** Reads all of it anew. */
export async function reopenBoard(): Promise<void> {
  const { viewId } = useBoard.getState()
  if (viewId !== null) await openBoard(viewId)
}

export function leaveBoard(): void {
  forgetAnswers()
  forgetFigures()
  stopAwaiting()
  useBoard.setState(emptyBoard)
  useReport.setState(emptyReport)
}

/** A change of the bar is a new address, which Back undoes. */
export function changeBar(patch: { [Key in keyof BoardBar]?: BoardBar[Key] | undefined }): void {
  const { viewId, saved, bar } = useBoard.getState()
  if (viewId === null || !saved) return
  const next = Object.fromEntries(
    Object.entries({ ...bar, ...patch }).filter(([, value]) => value !== undefined),
  ) as BoardBar
  useBoard.setState({ bar: next, cross: null })
  navigate(boardAddress(viewId, saved.bar, next))
}

const sameBar = (one: BoardBar, other: BoardBar) => JSON.stringify(one) === JSON.stringify(other)

export const isSavable = (): boolean => {
  const { board, saved, bar, isMade } = useBoard.getState()
  return isMade || isBoardChanged({ board, saved }) || !sameBar(bar, saved?.bar ?? {})
}

/** Stores tiles and bar as they are; another editor's version is overwritten only where the reader says so. */
export async function keepBoard({ overwrite = false } = {}): Promise<boolean> {
  const { viewId, board, bar, shown, saving } = useBoard.getState()
  if (viewId === null || !board || !shown || saving) return false
  const kept: Board = { tiles: board.tiles, bar }
  useBoard.setState({ saving: true })
  try {
    const body = { viewId, board: kept, revision: shown.revision, ...(overwrite && { overwrite }) }
    const { revision } = await call(saveBoard, { body }, quietly)
    const now = useBoard.getState()
    if (now.viewId !== viewId) return true
    useBoard.setState({
      shown: { ...shown, board: kept, revision },
      saved: kept,
      isMade: false,
      saving: false,
    })
    navigate(boardAddress(viewId, bar, now.bar), { replace: true })
    showMessage({ message: '看板已保存', intent: 'success' })
    return true
  } catch (error) {
    useBoard.setState({ saving: false })
    tellRefusal(failureOf(error))
    return false
  }
}

function tellRefusal(failure: CallError): void {
  if (failure.code === 'object_conflict') {
    const action = { text: '用我的覆盖', onClick: () => void keepBoard({ overwrite: true }) }
    showMessage({
      message: '看板已被他人改过，保存失败',
      detail: '你的编排还在页面上。刷新页面可看到对方保存的看板。',
      intent: 'warning',
      action,
    })
    return
  }
  showMessage({
    message: '看板保存失败',
    detail: `${failure.shown.message}。编排还在页面上，可以再存一次`,
    intent: 'danger',
  })
}
