// Changes of a board's tiles, each of which can be undone and done again until it is left.
import type { BoardTile } from '#semantic/model/board/types.ts'
import { showMessage } from '#web/shell/message.ts'
import { bottomOf, closed } from '../grid.ts'
import { useBoard } from '../store.ts'

const mostSteps = 100

const boardRefusal = '只有可以修改这个视图的人能编排看板'

/** Whether the reader may edit; says so where not. */
export function mayArrange(): boolean {
  const { shown, status } = useBoard.getState()
  if (status !== 'ready' || !shown) return false
  if (!shown.editable) showMessage({ message: boardRefusal, intent: 'warning' })
  return shown.editable
}

/** Begins to edit where nobody has yet. */
export function arrange(change: (tiles: BoardTile[]) => BoardTile[] | null): boolean {
  if (!mayArrange()) return false
  const { board, past } = useBoard.getState()
  if (!board) return false
  const tiles = change(board.tiles)
  if (!tiles) return false
  useBoard.setState({
    board: { ...board, tiles },
    past: [...past, board].slice(-mostSteps),
    future: [],
    editing: true,
  })
  return true
}

export function undoBoard(): void {
  const { past, future, board } = useBoard.getState()
  const before = past.at(-1)
  if (!before || !board) return void showMessage({ message: '没有可以撤销的操作' })
  useBoard.setState({ board: before, past: past.slice(0, -1), future: [...future, board], editing: true })
}

export function redoBoard(): void {
  const { past, future, board } = useBoard.getState()
  const next = future.at(-1)
  if (!next || !board) return void showMessage({ message: '没有可以重做的操作' })
  useBoard.setState({ board: next, future: future.slice(0, -1), past: [...past, board], editing: true })
}

/** Back to what is stored. */
export function dropChanges(): void {
  const { saved } = useBoard.getState()
  useBoard.setState({ board: saved, past: [], future: [], editing: false })
}

type Kept<Tile> = Tile extends BoardTile ? Omit<Tile, 'id' | 'x' | 'y'> : never
export type NewTile = Kept<BoardTile>

function freeId(tiles: readonly BoardTile[]): string {
  const taken = new Set(tiles.map(({ id }) => id))
  for (let number = tiles.length + 1; ; number++) if (!taken.has(`t${number}`)) return `t${number}`
}

/** At the bottom, where it moves nothing. */
export function addTile(tile: NewTile): string | null {
  let id: string | null = null
  arrange((tiles) => {
    id = freeId(tiles)
    return closed([...tiles, { ...tile, id, x: 0, y: bottomOf(tiles) } as BoardTile])
  })
  return id
}

export const replaceTile = (tile: BoardTile): boolean =>
  arrange((tiles) => tiles.map((one) => (one.id === tile.id ? tile : one)))

export const removeTile = (id: string): boolean =>
  arrange((tiles) => closed(tiles.filter((tile) => tile.id !== id)))
