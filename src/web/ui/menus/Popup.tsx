// A popup below a control: stays in the window, closes by Esc and by a click outside, and gives the focus back at once.
// Blueprint returns the focus only when the popup has faded out, and takes it from whatever has it by then.
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
  /** Called when the popup is open: focuses a part of it. By default its first field or button. */
  onOpened?: (popup: HTMLElement) => void
  /** Called when the popup has faded out. */
  onClosed?: () => void
  /** The control. */
  children: ReactElement
}

const fields = 'input, textarea, select'

/** Content that is still loading has no field yet; without the focus inside, Esc would not close the popup. */
function focusFirst(popup: HTMLElement): void {
  const content = popup.querySelector('.popup') ?? popup
  if (content.contains(document.activeElement)) return
  const field = content.querySelector<HTMLElement>(fields)
  const first = field ?? content.querySelector<HTMLElement>('[role="menuitem"], button, [tabindex="0"]')
  first?.focus({ preventScroll: true })
}

/**
 * Focuses a field as soon as it is rendered: the user may already be typing, and `onOpened` comes only after the
 * fade-in.
 */
function focusField(popup: HTMLElement): void {
  if (popup.querySelector(fields) && !isPassed(popup)) focusFirst(popup)
}

/** Whether another popup was opened over this one in the meantime, and has the focus. */
function isPassed(popup: HTMLElement): boolean {
  const over = document.activeElement?.closest('.popup')
  if (!over || popup.contains(over)) return false
  return (popup.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

/**
 * A dialog takes back the focus from elements outside it until it knows of the popup above it, which happens only after
 * the popup's first field was focused: keys pressed meanwhile, such as Esc, would go to the dialog. The dialog listens
 * for `focus`, React for `focusin`.
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
  // Taken while rendering, before a field in the popup takes the focus.
  if (isOpen) before.current ??= focusTrail()
  // An insertion effect runs before a newly rendered field takes the focus.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc arrives here from the control and from its popup.
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
