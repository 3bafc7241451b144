// A control of the filter bar: muted label, value, a caret; its popup hangs below.
import { Button } from '@blueprintjs/core'
import { CaretDown, SmallCross } from '@blueprintjs/icons'
import type { ReactElement, ReactNode } from 'react'
import { Popup } from '../ui/menus/Popup.tsx'
import './pick.css'

interface Props {
  label: string
  value: ReactNode
  /** For screen readers, where the display is not self-explanatory. */
  valueText?: string
  /** The control's accessible name, if it has no label. */
  name?: string
  icon?: ReactElement
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onRemove?: (() => void) | undefined
  /** Whether the cross stands beside the control; else its popup offers to remove it. */
  isSet?: boolean
  children: ReactElement
  className?: string
  title?: string
  /** Focuses part of the popup; by default its first field. */
  onOpened?: (popup: HTMLElement) => void
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
  isSet = true,
  children,
  className = '',
  title,
  onOpened,
}: Props) {
  return (
    <span className={`filter-control ${className}`}>
      <Popup
        isOpen={isOpen}
        onOpen={onOpen}
        {...(onOpened && { onOpened })}
        content={
          <div className="filter-popover">
            {children}
            {onRemove && !isSet && (
              <Button
                className="filter-take-away"
                size="small"
                variant="minimal"
                icon={<SmallCross size={14} />}
                text={`移除${name}`}
                onClick={onRemove}
              />
            )}
          </div>
        }
      >
        <Button
          className="filter-button"
          icon={icon}
          endIcon={<CaretDown size={14} />}
          active={isOpen}
          title={title}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
        >
          {valueText !== undefined && (
            <span className="visually-hidden">
              {name}：{valueText}
            </span>
          )}
          <span className="filter-shown" aria-hidden={valueText !== undefined}>
            {label && <span className="filter-label">{label}</span>}
            <span className="filter-value">{value}</span>
          </span>
        </Button>
      </Popup>
      {onRemove && isSet && (
        <Button
          className="filter-remove"
          variant="minimal"
          icon={<SmallCross size={14} />}
          aria-label={`移除${name}`}
          title={`移除${name}`}
          onClick={onRemove}
        />
      )}
    </span>
  )
}
