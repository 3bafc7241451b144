// Input of a text with variables: `{{` and Alt+/ offer their names, a click on one inserts it.
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { TemplateVariables } from '#shared/template.ts'
import { insertedText, offersOf, type VariableOffer, type VariableOffers, variablesAt } from './offers.ts'
import './template.css'

interface Props {
  id: string
  label: string
  value: string
  variables: TemplateVariables
  /** 1 for a single line. */
  rows?: number
  placeholder?: string
  isWrong: boolean
  describedBy?: string | undefined
  onChange: (value: string) => void
  onBlur?: () => void
}

type Field = HTMLTextAreaElement

export function TemplateInput(props: Props) {
  const { id, label, value, variables, rows = 1, placeholder, isWrong, describedBy } = props
  const field = useRef<Field>(null)
  const listId = useId()
  const [found, setFound] = useState<VariableOffers | null>(null)
  const [at, setAt] = useState(0)
  const offer = (next: VariableOffers | null) => {
    setAt(0)
    setFound(next)
  }
  const put = (chosen: VariableOffer | undefined, start: number, end: number) => {
    const box = field.current
    if (!box || !chosen) return
    box.focus()
    // Inserted as if typed, so that the field's own undo works.
    box.setSelectionRange(start, end)
    document.execCommand('insertText', false, insertedText(chosen))
    offer(null)
  }
  const press = (event: KeyboardEvent<Field>) => {
    if (event.nativeEvent.isComposing) return
    const caret = event.currentTarget.selectionStart
    if (event.altKey && event.code === 'Slash') {
      event.preventDefault()
      const begun = variablesAt(value, caret, variables)
      return offer(begun ?? { start: caret, end: caret, offers: offersOf(variables) })
    }
    if (found === null) {
      // A title has only one line.
      if (rows === 1 && event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
      return
    }
    const count = found.offers.length
    if (event.key === 'Escape') offer(null)
    else if (event.key === 'ArrowDown') setAt((at + 1) % count)
    else if (event.key === 'ArrowUp') setAt((at - 1 + count) % count)
    else if (event.key === 'Tab' || (event.key === 'Enter' && !event.ctrlKey && !event.metaKey))
      put(found.offers[at], found.start, found.end)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="template-input">
      <textarea
        ref={field}
        id={id}
        className="bp6-input bp6-fill"
        rows={rows}
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={found ? listId : undefined}
        aria-activedescendant={found ? `${listId}-${at}` : undefined}
        aria-invalid={isWrong || undefined}
        aria-describedby={describedBy}
        onChange={({ currentTarget: box }) => {
          // Pasted lines of a title become one.
          const typed = rows === 1 ? box.value.replaceAll('\n', ' ') : box.value
          props.onChange(typed)
          offer(variablesAt(typed, box.selectionStart, variables))
        }}
        onKeyDown={press}
        onBlur={() => {
          offer(null)
          props.onBlur?.()
        }}
      />
      <div id={listId} role="listbox" aria-label="变量" className="template-offers" hidden={found === null}>
        {found?.offers.map((one, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the field's, which keeps the focus.
          <div
            key={one.name}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={index === at ? 'template-offer template-offer-active' : 'template-offer'}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => put(one, found.start, found.end)}
          >
            <span>{one.title}</span>
            <span className="template-sample">{one.sample}</span>
          </div>
        ))}
      </div>
      <span className="visually-hidden" role="status">
        {found ? `${found.offers.length} 个变量，上下键选择，回车填入` : ''}
      </span>
      <VariableButtons
        variables={variables}
        onPick={(one) => {
          const box = field.current
          if (box) put(one, box.selectionStart, box.selectionEnd)
        }}
      />
    </div>
  )
}

/** For the mouse: by keys `{{` is quicker, so Tab skips them. */
function VariableButtons({
  variables,
  onPick,
}: {
  variables: TemplateVariables
  onPick: (offer: VariableOffer) => void
}) {
  return (
    <div className="template-variables" aria-hidden="true">
      {offersOf(variables).map((one) => (
        <button
          key={one.name}
          type="button"
          tabIndex={-1}
          title={`插入 ${insertedText(one)}，例如「${one.sample}」`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(one)}
        >
          {one.title}
        </button>
      ))}
    </div>
  )
}
