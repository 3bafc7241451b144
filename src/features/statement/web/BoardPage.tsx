// /statement/board?id=…: a view as one page of tiles.
import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { keepWork, keptWorkMessage, takeKeptWork, useKeptWork } from '#web/shell/keptWork.ts'
import { useCommandContext } from '#web/shell/keys/contexts.ts'
import { useLeaveWarning } from '#web/shell/leaving.ts'
import { showMessage } from '#web/shell/message.ts'
import { usePageTitle } from '#web/shell/pageTitle.ts'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { BoardGrid } from './board/BoardGrid.tsx'
import { BoardStatus } from './board/BoardStatus.tsx'
import { BoardTitle } from './board/BoardTitle.tsx'
import { BoardBar } from './board/bar/BoardBar.tsx'
import { arrange } from './board/edit/editing.ts'
import { followBoard, leaveBoard, reopenBoard } from './board/loading.ts'
import { isBoardChanged, useBoard } from './board/store.ts'
import { warmTiles } from './board/tiles/Tile.tsx'
import { WallHead } from './board/WallHead.tsx'
import { useWall } from './board/wall.ts'
import { ExplainOverlays } from './explain/ExplainOverlays.tsx'
import { useExplain } from './explain/store.ts'
import { useView } from './report/useView.ts'
import { Side } from './tree/Side.tsx'

/** The required delay before the window's title becomes the view's. */
const titleDelayMs = 1000
const purpose = 'board'

type Tiles = NonNullable<ReturnType<typeof useBoard.getState>['board']>['tiles']

/** Arranged tiles that were not saved survive a reload and a new login. */
function useKeptTiles(): void {
  const isReady = useBoard(({ status }) => status === 'ready')
  useLeaveWarning(useBoard(isBoardChanged))
  useKeptWork(() => {
    const { board, saved } = useBoard.getState()
    if (board && isBoardChanged({ board, saved })) keepWork(purpose, board.tiles)
  })
  useEffect(() => {
    if (!isReady) return
    const kept = takeKeptWork(purpose) as Tiles | null
    if (kept && arrange(() => kept)) showMessage({ message: keptWorkMessage })
  }, [isReady])
}

function Content() {
  const status = useBoard((state) => state.status)
  const failure = useBoard((state) => state.failure)
  const wall = useBoard((state) => state.wall)
  const tiles = useBoard(({ board }) => board?.tiles.length ?? 0)
  if (status === 'failed') {
    const isMissing = failure?.code === 'object_missing'
    return (
      <ErrorState
        title={isMissing ? '看板不存在或已被删除' : '看板读取失败'}
        failure={failure}
        description={isMissing ? '也可能没有共享给你。请从左侧选择别的视图。' : failure?.message}
        onRetry={() => void reopenBoard()}
      />
    )
  }
  if (status !== 'ready') return <Skeleton lines={12} />
  return (
    <>
      {!wall && <BoardBar />}
      <div className="board-scroll">
        {tiles === 0 ? (
          <EmptyState title="看板上还没有东西" description="这个视图还没有可以画的报表，或每一块都移除了。" />
        ) : (
          <BoardGrid />
        )}
      </div>
      {!wall && <BoardStatus />}
    </>
  )
}

export const warm = warmTiles

export function Page() {
  const search = useSearch()
  const view = useView()
  usePageTitle(view?.name, titleDelayMs)
  useKeptTiles()
  // An explanation has tables of its own, which take the arrows.
  useCommandContext(
    'tile',
    useExplain(({ overlay }) => overlay === null),
  )
  useEffect(() => {
    void followBoard(search)
  }, [search])
  useEffect(() => leaveBoard, [])
  const { wall, zoom } = useWall()
  return (
    <div className="statement">
      <Side />
      <section className={wall ? 'report-page board-wall' : 'report-page'} style={{ zoom }}>
        {wall ? <WallHead /> : <BoardTitle />}
        <Content />
        <ExplainOverlays />
      </section>
    </div>
  )
}
