// Building blocks of all small tools: an input field, and results that can be copied.
import { Button, HTMLSelect } from '@blueprintjs/core'
import { Duplicate } from '@blueprintjs/icons'
import type { KeyboardEvent, ReactNode } from 'react'
import { copyText } from '#web/ui/copyText.ts'
import { isFocusFree } from '#web/ui/focus/focusTrail.ts'
import { setText, useText } from './texts.ts'

interface FieldProps {
  /** The key under which the text is kept. */
  field: string
  label: string
  hint: string
  rows?: number
  /** The page's first field, which `/` focuses. */
  isFirst?: boolean
  isWrong?: boolean
}

/** Opening a tool focuses its field. */
function takeFocus(field: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const isChoosing = document.activeElement?.closest('.tools-choices') != null
    if (field?.isConnected && (isFocusFree() || isChoosing)) field.focus({ preventScroll: true })
  })
}

/** Escape moves the focus to the list of tools, where the tools' shortcuts work. */
function leave(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
  document.querySelector<HTMLElement>('.tools-choice[aria-current]')?.focus()
}

export function TextField({ field, label, hint, rows = 3, isFirst = true, isWrong = false }: FieldProps) {
  const text = useText(field)
  const shared = {
    className: isWrong ? 'bp6-input tools-text tools-text-wrong' : 'bp6-input tools-text',
    value: text,
    placeholder: hint,
    spellCheck: false,
    autoComplete: 'off',
    'aria-label': label,
    'aria-invalid': isWrong,
    ...(isFirst && { id: 'tools-field', ref: takeFocus }),
    onKeyDown: leave,
  }
  return rows === 1 ? (
    <input {...shared} onChange={({ target }) => setText(field, target.value)} />
  ) : (
    <textarea {...shared} rows={rows} onChange={({ target }) => setText(field, target.value)} />
  )
}

interface ChoiceProps {
  field: string
  label: string
  /** Values and titles; the first option is the default. */
  options: readonly (readonly [string, string])[]
}

export function Choice({ field, label, options }: ChoiceProps) {
  const chosen = useText(field)
  return (
    <HTMLSelect
      aria-label={label}
      value={chosen || options[0]?.[0]}
      options={options.map(([value, title]) => ({ value, label: title }))}
      onChange={({ currentTarget }) => setText(field, currentTarget.value)}
    />
  )
}

export const Options = ({ children }: { children: ReactNode }) => (
  <div className="tools-options">{children}</div>
)

export function Problem({ children }: { children: ReactNode }) {
  return (
    <p className="tools-problem" role="alert">
      {children}
    </p>
  )
}

export interface Result {
  label: string
  value: string
  note?: string
}

/** The copy shortcut takes the first result when no other has the focus. */
export function Results({ results }: { results: readonly Result[] }) {
  return (
    <ul className="tools-results">
      {results.map(({ label, value, note }) => (
        <li className="tools-result" key={label}>
          <span className="tools-label">{label}</span>
          <div className="tools-said">
            <span className="tools-value">{value}</span>
            {note && <span className="tools-muted">{note}</span>}
          </div>
          <Button
            size="small"
            variant="minimal"
            icon={<Duplicate size={14} />}
            aria-label={`复制${label}`}
            onClick={() => void copyText(value, `已复制${label}`)}
          />
        </li>
      ))}
    </ul>
  )
}
