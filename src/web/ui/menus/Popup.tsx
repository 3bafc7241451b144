// What hangs below a control: stays in the window, closes by Esc and by a press beside it, and gives the focus back at
// once. Blueprint's own return comes when the popup has faded, and takes the focus from whoever has it by then.
import { PopoverNext } from '@blueprintjs/core'
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useInsertionEffect,
  useRef,
} from 'react'
import { type FocusTrail, focusTrail, giveFocusBack } from '../focus/focusTrail.ts'
import { inWindow } from './inWindow.ts'
import './popup.css'

interface Props {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  content: ReactNode
  placement?: 'bottom-start' | 'bottom-end'
  /** Told when it is drawn: gives the focus to a part of it. Its first field or button has it otherwise. */
  onOpened?: (popup: HTMLElement) => void
  /** Told when it has gone. */
  onClosed?: () => void
  /** The control. */
  children: ReactElement
}

const fields = 'input, textarea, select'

/** A part that is still being read has no field yet; without the focus within, Esc would not close it. */
function focusFirst(popup: HTMLElement): void {
  const content = popup.querySelector('.popup') ?? popup
  if (content.contains(document.activeElement)) return
  const field = content.querySelector<HTMLElement>(fields)
  const first = field ?? content.querySelector<HTMLElement>('[role="menuitem"], button, [tabindex="0"]')
  first?.focus({ preventScroll: true })
}

/**
 * A field has the focus as soon as it is drawn: what is typed on from the key that opened it is meant for it, and that
 * it is open is told only when it has faded in.
 */
function focusField(popup: HTMLElement): void {
  if (popup.querySelector(fields) && !isPassed(popup)) focusFirst(popup)
}

/** Whoever was quicker than what opens has gone on to what lies over it, and has the focus there. */
function isPassed(popup: HTMLElement): boolean {
  const over = document.activeElement?.closest('.popup')
  if (!over || popup.contains(over)) return false
  return (popup.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

/**
 * A dialog takes the focus back from all that stands beside it until it hears of the popup over it, which is after the
 * first field has it: keys pressed meanwhile, Esc among them, would go to the dialog. It listens for `focus`; React for
 * `focusin`.
 */
function keepFromDialog(event: FocusEvent): void {
  if (event.target instanceof Element && event.target.closest('.popup')) event.stopPropagation()
}

export function Popup({
  isOpen,
  onOpen,
  content,
  placement = 'bottom-start',
  onOpened = focusFirst,
  onClosed,
  children,
}: Props) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useCallback(
    (popup: HTMLDivElement | null) => {
      box.current = popup
      if (popup && onOpened === focusFirst) focusField(popup)
    },
    [onOpened],
  )
  const before = useRef<FocusTrail | null>(null)
  // While rendering, before a field within takes the focus.
  if (isOpen) before.current ??= focusTrail()
  // Before what is drawn with it takes the focus.
  useInsertionEffect(() => {
    if (!isOpen) return
    window.addEventListener('focus', keepFromDialog, true)
    return () => window.removeEventListener('focus', keepFromDialog, true)
  }, [isOpen])
  useEffect(() => {
    if (isOpen || !before.current) return
    giveFocusBack(before.current, box.current)
    before.current = null
  }, [isOpen])
  useEffect(() => () => void (before.current && giveFocusBack(before.current)), [])
  const handleEscape = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    onOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc arrives here from the control and from what hangs below it.
    <span className="popup-control" onKeyDown={handleEscape}>
      <PopoverNext
        isOpen={isOpen}
        onInteraction={onOpen}
        placement={placement}
        animation="minimal"
        arrow={false}
        middleware={inWindow}
        transitionDuration={100}
        autoFocus={false}
        enforceFocus={false}
        canEscapeKeyClose={false}
        shouldReturnFocusOnClose={false}
        onOpened={(popup) => {
          if (!isPassed(popup)) onOpened(popup)
        }}
        onClosed={onClosed}
        content={
          <div className="popup" ref={drawn}>
            {content}
          </div>
        }
      >
        {children}
      </PopoverNext>
    </span>
  )
}
