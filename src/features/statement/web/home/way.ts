// Whether the reader works by keys or by the pointer: what was used last says it. Keys move the focus.
import { useSyncExternalStore } from 'react'
import { wasByPointer } from '#web/ui/focus/focusTrail.ts'

type Way = 'keys' | 'pointer'

function follow(onChange: () => void): () => void {
  document.addEventListener('focusin', onChange)
  document.addEventListener('pointerdown', onChange)
  return () => {
    document.removeEventListener('focusin', onChange)
    document.removeEventListener('pointerdown', onChange)
  }
}

const isTouch = () => matchMedia('(hover: none)').matches

export const useWay = (): Way =>
  useSyncExternalStore(follow, () => (wasByPointer() || isTouch() ? 'pointer' : 'keys'))
