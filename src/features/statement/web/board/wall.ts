// A board on a wall: it fills the screen, dark, in larger letters; starred boards take turns where that is wished.
import { useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { byKey } from '#web/shell/keys/keySentence.ts'
import { showMessage } from '#web/shell/message.ts'
import { forceDark } from '#web/shell/theme.ts'
import { useTree } from '../tree/store.ts'
import { useBoard } from './store.ts'

/** Each board's time on the wall. */
const turnMs = 60_000
/** The width for which the page's letters are made; a wider wall shows them larger. */
const usualWidth = 1_440
const mostZoom = 3

/** Without the browser's consent the page fills its window. */
function fillScreen(): void {
  document.documentElement.requestFullscreen?.().catch(() => {})
}

export function toggleWall(): void {
  if (useBoard.getState().wall) leaveWall()
  else {
    useBoard.setState({ wall: true, editing: false })
    fillScreen()
  }
}

export function leaveWall(): void {
  useBoard.setState({ wall: false, rotating: false })
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
}

/** Starred views that the reader still sees, in the order of the stars. */
const turns = (): number[] => {
  const { stars, shape } = useTree.getState()
  return stars.filter((id) => shape.views.has(id))
}

export function toggleRotating(): void {
  const { rotating, viewId } = useBoard.getState()
  if (rotating) {
    useBoard.setState({ rotating: false })
    return
  }
  if (new Set([...turns(), viewId]).size < 2) {
    showMessage({
      message: '先收藏要轮播的视图',
      detail: `${byKey('view.star')}收藏，至少两个`,
      intent: 'warning',
    })
    return
  }
  useBoard.setState({ wall: true, editing: false, rotating: true })
  fillScreen()
}

function showNext(): void {
  const { viewId } = useBoard.getState()
  const all = turns()
  const next = all[(all.indexOf(viewId ?? 0) + 1) % all.length]
  if (next !== undefined && next !== viewId) navigate(pages.statementBoard({ id: next }), { replace: true })
}

/** While it is on a wall: dark, and left when the browser leaves the full screen. */
export function useWall(): { wall: boolean; zoom: number } {
  const wall = useBoard((state) => state.wall)
  const rotating = useBoard((state) => state.rotating)
  const [zoom, setZoom] = useState(1)
  useEffect(() => {
    if (!wall) return
    const measure = () => setZoom(Math.min(mostZoom, Math.max(1, window.innerWidth / usualWidth)))
    const watch = () => {
      measure()
      if (!document.fullscreenElement && wasFull) leaveWall()
      wasFull = document.fullscreenElement !== null
    }
    let wasFull = document.fullscreenElement !== null
    measure()
    forceDark(true)
    document.addEventListener('fullscreenchange', watch)
    window.addEventListener('resize', measure)
    return () => {
      forceDark(false)
      document.removeEventListener('fullscreenchange', watch)
      window.removeEventListener('resize', measure)
    }
  }, [wall])
  useEffect(() => {
    if (!rotating) return
    const timer = setInterval(showNext, turnMs)
    return () => clearInterval(timer)
  }, [rotating])
  return { wall, zoom: wall ? zoom : 1 }
}
