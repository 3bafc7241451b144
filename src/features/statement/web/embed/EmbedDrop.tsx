// The popup of a control in an embed's bar: closes by Esc, a click or the focus elsewhere.
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect } from 'react'

interface Props {
  drop: RefObject<HTMLDetailsElement | null>
  summary: ReactNode
  title?: string
  children: ReactNode
}

/** Returns the focus to the control, because the focused element disappears. */
export function closeDrop({ current }: Props['drop']): void {
  if (!current?.open) return
  current.open = false
  current.querySelector('summary')?.focus({ preventScroll: true })
}

/** Inside the frame, even where the control is at its right edge. */
function place(drop: HTMLDetailsElement): void {
  const list = drop.querySelector<HTMLElement>('.embed-options')
  if (!list) return
  list.style.left = '0'
  const beyond = list.getBoundingClientRect().right + 8 - document.documentElement.clientWidth
  if (beyond > 0) list.style.left = `${-beyond}px`
}

export function EmbedDrop({ drop, summary, title, children }: Props) {
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (drop.current?.open && target instanceof Node && !drop.current.contains(target))
        drop.current.open = false
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [drop])
  const handleEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || !drop.current?.open) return
    event.preventDefault()
    closeDrop(drop)
  }
  return (
    <details
      ref={drop}
      className="embed-values"
      name="embed-values"
      onToggle={({ currentTarget }) => currentTarget.open && place(currentTarget)}
      onKeyDown={handleEscape}
    >
      <summary title={title}>{summary}</summary>
      <div className="embed-options">{children}</div>
    </details>
  )
}
