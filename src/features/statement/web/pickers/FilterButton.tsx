// A control of the filter bar: muted label, value, a caret; what it opens hangs below it.
import { Button, PopoverNext } from '@blueprintjs/core'
import { CaretDown, SmallCross } from '@blueprintjs/icons'
import type { ReactElement, ReactNode } from 'react'
import { ReturnFocus } from '../ReturnFocus.tsx'
import '../filters/filters.css'

interface Props {
  label: string
  value: ReactNode
  /** Said by screen readers, where what is shown does not speak for itself. */
  valueText?: string
  /** Its name, where it has no label. */
  name?: string
  icon?: ReactElement
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onRemove?: () => void
  children: ReactElement
  className?: string
  title?: string
  /** Gives the focus to a part of what opened; its first field has it otherwise. */
  onOpened?: (popup: HTMLElement) => void
}

/** Whatever had the focus meanwhile (a picker that closes gives it back), what is open now takes the keys. */
function focusField(popup: HTMLElement) {
  const fields = [...popup.querySelectorAll<HTMLElement>('input, textarea')]
  if (fields.includes(document.activeElement as HTMLElement)) return
  // A part that is still being read has no field yet; without the focus within, Esc would not close it.
  const first = fields[0] ?? popup.querySelector<HTMLElement>('[role="menuitem"], button, [tabindex="0"]')
  first?.focus()
}

export function FilterButton({
  label,
  value,
  valueText,
  name = label,
  icon,
  isOpen,
  onOpen,
  onRemove,
  children,
  className = '',
  title,
  onOpened = focusField,
}: Props) {
  return (
    <span className={`filter-control ${className}`}>
      <PopoverNext
        content={
          <div className="filter-popover">
            <ReturnFocus />
            {children}
          </div>
        }
        isOpen={isOpen}
        onInteraction={onOpen}
        placement="bottom-start"
        animation="minimal"
        arrow={false}
        transitionDuration={100}
        shouldReturnFocusOnClose
        enforceFocus={false}
        onOpened={onOpened}
        autoFocus={false}
      >
        <Button
          className="filter-button"
          icon={icon}
          endIcon={<CaretDown size={14} />}
          active={isOpen}
          title={title}
          aria-label={valueText === undefined ? undefined : `${name}：${valueText}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onKeyDown={(event) => isOpen && event.key === 'Escape' && onOpen(false)}
        >
          {label && <span className="filter-label">{label}</span>}
          <span className="filter-value">{value}</span>
        </Button>
      </PopoverNext>
      {onRemove && (
        <Button
          className="filter-remove"
          variant="minimal"
          icon={<SmallCross size={14} />}
          aria-label={`移除${label}`}
          title={`移除${label}`}
          onClick={onRemove}
        />
      )}
    </span>
  )
}
