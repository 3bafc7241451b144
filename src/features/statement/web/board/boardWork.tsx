// Handlers of the board's commands. They act on the tile that has the focus, or on the one whose menu was used.
import { navigate } from 'wouter/use-browser-location'
import type { HandledId } from '#commands/define.ts'
import { type BoardTile, isDataTile } from '#semantic/model/board/types.ts'
import { pages } from '#shared/pages.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import type { Handler } from '#web/shell/keys/handlers.ts'
import { showMessage } from '#web/shell/message.ts'
import { changesFrom, writeAddress } from '../address/address.ts'
import { detailPath } from '../address/link.ts'
import type { boardCommands } from '../commands/board.ts'
import { useReport } from '../report/store.ts'
import { askAnew } from './asking.ts'
import { asksOf } from './asks.ts'
import { dropCross } from './cross.ts'
import { arrange, dropChanges, mayArrange, redoBoard, removeTile, undoBoard } from './edit/editing.ts'
import { explainTile } from './explaining.ts'
import { focusedId, focusTile } from './focus.ts'
import { besideIn, grownBy, movedBy } from './grid.ts'
import { isSavable, keepBoard } from './loading.ts'
import { isBoardChanged, useBoard } from './store.ts'
import { leaveWall, toggleRotating, toggleWall } from './wall.ts'

const tiles = (): readonly BoardTile[] => useBoard.getState().board?.tiles ?? []

/** The tile that a menu names, else the focused one. */
const withTile =
  (work: (tile: BoardTile) => void): Handler =>
  (argument) => {
    const id = typeof argument === 'string' ? argument : focusedId()
    const tile = tiles().find((one) => one.id === id)
    if (tile) work(tile)
    else showMessage({ message: '先用方向键选中一块' })
  }

/** Chooses the next tile; while the board is arranged, moves the chosen one there. */
const walk = (dx: number, dy: number) => () => {
  const id = focusedId()
  const [first] = tiles()
  if (id === null) return first && focusTile(first.id)
  if (!useBoard.getState().editing) {
    const next = besideIn(tiles(), id, dx, dy)
    return next && focusTile(next.id)
  }
  arrange((all) => movedBy(all, id, dx, dy))
  followTile(id)
}

const grow = (dw: number, dh: number) =>
  withTile(({ id }) => {
    arrange((all) => grownBy(all, id, dw, dh))
    followTile(id)
  })

/** Tiles stand in reading order, so a moved one may be drawn anew elsewhere. */
const followTile = (id: string) => requestAnimationFrame(() => focusTile(id))

function openReport(tile: BoardTile): void {
  const { viewId, shown, bar, cross } = useBoard.getState()
  const { reports } = useReport.getState()
  if (!isDataTile(tile) || viewId === null) return
  const report = reports.find(({ id }) => id === tile.report)
  const asked = asksOf({ tiles: [tile], reports, reaches: shown?.reaches ?? [], bar, cross }).get(tile.id)
  if (!report || !asked) return
  const info = tile.kind === 'figure' ? report.info : asked.info
  const path = tile.kind === 'pivot' ? pages.statementDetail2.path : detailPath
  navigate(writeAddress({ view: viewId, report: report.id, changes: changesFrom(report.info, info) }, path))
}

function toggleBoard(): void {
  const { viewId } = useReport.getState()
  if (viewId === null) return
  const isBoard = location.pathname === pages.statementBoard.path
  if (isBoard) navigate(pages.statementDetail({ id: viewId }))
  else navigate(pages.statementBoard({ id: viewId }))
}

async function toggleArranging(): Promise<void> {
  const { editing, board, saved, isMade } = useBoard.getState()
  if (!editing) {
    if (!mayArrange()) return
    useBoard.setState({ editing: true })
    if (focusedId() === null && tiles()[0]) focusTile(tiles()[0]?.id ?? '')
    return
  }
  const isDone = isMade || isBoardChanged({ board, saved }) ? await keepBoard() : true
  if (isDone) useBoard.setState({ editing: false, past: [], future: [] })
}

function takeBack(): void {
  if (dropCross()) return
  if (useBoard.getState().wall) {
    leaveWall()
    return
  }
  const { editing, board, saved } = useBoard.getState()
  if (!editing) return
  if (isBoardChanged({ board, saved })) {
    const action = { text: '放弃', onClick: dropChanges }
    showMessage({ message: '编排还没有保存', detail: '按保存的键存下，或在这里放弃', action })
  } else useBoard.setState({ editing: false })
}

const openPicker = (picker: 'date' | 'compare' | 'condition') => () => useBoard.setState({ picker })

async function openAdding(): Promise<void> {
  if (!mayArrange()) return
  const { AddDialog } = await import('./edit/AddDialog.tsx')
  showDialog(<AddDialog onClose={closeDialog} />)
}

async function openSettings(tile: BoardTile): Promise<void> {
  if (!mayArrange()) return
  const { TileForm } = await import('./edit/TileForm.tsx')
  showDialog(<TileForm tile={tile} onClose={closeDialog} />)
}

async function openOnly(tile: BoardTile): Promise<void> {
  const { OnlyDialog } = await import('./OnlyDialog.tsx')
  showDialog(<OnlyDialog tile={tile} onClose={closeDialog} />)
}

async function resetBoard(): Promise<void> {
  if (!mayArrange()) return
  const { ResetDialog } = await import('./edit/ResetDialog.tsx')
  showDialog(<ResetDialog onClose={closeDialog} />)
}

function save(): void {
  if (!mayArrange()) return
  if (isSavable()) void keepBoard().then((isDone) => isDone && useBoard.setState({ editing: false }))
  else showMessage({ message: '没有要保存的改动' })
}

export const boardWork: Record<HandledId<typeof boardCommands>, Handler> = {
  'board.toggle': toggleBoard,
  'board.add': () => void openAdding(),
  'board.arrange': () => void toggleArranging(),
  'board.save': save,
  'board.undo': undoBoard,
  'board.redo': redoBoard,
  'board.drop': dropChanges,
  'board.reset': () => void resetBoard(),
  'board.wall': toggleWall,
  'board.rotate': toggleRotating,
  'board.refresh': askAnew,
  'board.range': openPicker('date'),
  'board.compare': openPicker('compare'),
  'board.filter': openPicker('condition'),
  'board.openReport': withTile(openReport),
  'board.explain': withTile(explainTile),
  'board.only': withTile((tile) => void openOnly(tile)),
  'board.change': withTile((tile) => void openSettings(tile)),
  'board.remove': withTile(({ id }) => {
    const next = besideIn(tiles(), id, 0, -1) ?? besideIn(tiles(), id, -1, 0) ?? besideIn(tiles(), id, 1, 0)
    if (removeTile(id) && next) followTile(next.id)
  }),
  'board.escape': takeBack,
  'board.left': walk(-1, 0),
  'board.right': walk(1, 0),
  'board.up': walk(0, -1),
  'board.down': walk(0, 1),
  'board.narrower': grow(-1, 0),
  'board.wider': grow(1, 0),
  'board.lower': grow(0, -1),
  'board.taller': grow(0, 1),
}
