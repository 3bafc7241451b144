// Input of an expression or formula: plain text with suggestions, and underlined errors. The text is drawn
// again, invisibly, behind the field, for the underlines and the caret's position.
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { DrawnProps } from '../form/types.ts'
import { OfferList } from './OfferList.tsx'
import { type Offer, offersAt, type Words } from './offers.ts'
import './expression.css'

/** A wrong range of the text; a length of 0 marks only the position. */
interface WrongPlace {
  offset: number
  length: number
}

interface Props extends Omit<DrawnProps, 'values' | 'value' | 'autoFocus'> {
  text: string
  words: Words
  wrong: WrongPlace | null
  placeholder?: string
  rows?: number
}

const mostTall = 240

export function ExpressionInput(props: Props) {
  const { id, label, text, words, wrong, placeholder, rows = 2, readOnly } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const { found, at, offer, close, move } = useOffers(text, words)
  const shown = found !== null && found.offers.length > 0
  const take = (chosen: Offer | undefined) => {
    const box = field.current
    if (!box || !found || !chosen) return
    // Inserted as if typed, so that the field's own undo works.
    box.setSelectionRange(found.start, found.end)
    document.execCommand('insertText', false, chosen.insert)
    box.setSelectionRange(found.start + chosen.caret, found.start + chosen.caret)
    close()
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.altKey && event.code === 'Slash') {
      event.preventDefault()
      return offer(event.currentTarget.selectionStart, true)
    }
    if (!shown) return
    if (event.key === 'Escape') close()
    else if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Tab' || (event.key === 'Enter' && !event.ctrlKey && !event.metaKey))
      take(found.offers[at])
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  useFittingHeight(field, text)
  return (
    <div className="expression">
      <Backdrop text={text} wrong={wrong} />
      <textarea
        ref={field}
        id={id}
        className="bp6-input bp6-fill expression-text"
        rows={rows}
        value={text}
        placeholder={placeholder}
        readOnly={readOnly}
        spellCheck={false}
        autoComplete="off"
        aria-label={label}
        aria-controls={shown ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={shown ? `${listId}-${at}` : undefined}
        aria-invalid={props.isWrong || wrong !== null || undefined}
        aria-describedby={props.describedBy}
        onChange={(event) => {
          props.onChange(event.currentTarget.value)
          offer(event.currentTarget.selectionStart, false)
        }}
        onKeyDown={press}
        onBlur={() => {
          close()
          props.onBlur()
        }}
      />
      {shown &&
        createPortal(
          <OfferList
            id={listId}
            field={field}
            place={found.start}
            offers={found.offers}
            at={at}
            onTake={take}
          />,
          // Inside the dialog, or screen readers would find it outside the open dialog.
          field.current?.closest('.bp6-dialog') ?? document.body,
        )}
      <span className="visually-hidden" role="status">
        {shown ? `${found.offers.length} 个补全，上下键选择，回车填入` : ''}
      </span>
    </div>
  )
}

/** Recomputed for the last request, so that names that arrive later are offered, too. */
function useOffers(text: string, words: Words) {
  const [asked, setAsked] = useState<{ caret: number; wanted: boolean } | null>(null)
  const [moved, setMoved] = useState(0)
  const found = useMemo(
    () => asked && offersAt(text, Math.min(asked.caret, text.length), words, asked.wanted),
    [asked, text, words],
  )
  const count = found?.offers.length ?? 0
  const at = Math.max(0, Math.min(moved, count - 1))
  const offer = (caret: number, wanted: boolean) => {
    setMoved(0)
    setAsked({ caret, wanted })
  }
  const move = (by: number) => {
    if (count > 0) setMoved((at + by + count) % count)
  }
  return { found, at, offer, close: () => setAsked(null), move }
}

/** The same text in the same font behind the field: errors are underlined there, the rest is invisible. */
function Backdrop({ text, wrong }: { text: string; wrong: WrongPlace | null }) {
  const start = Math.min(wrong?.offset ?? 0, text.length)
  const end = wrong ? Math.min(start + Math.max(1, wrong.length), text.length) : 0
  return (
    <div className="expression-behind" aria-hidden="true">
      {wrong ? (
        <>
          {text.slice(0, start)}
          {/* At the end there is nothing to underline but a blank. */}
          <span className="expression-wrong">{text.slice(start, end) || '\u00a0'}</span>
          {text.slice(end)}
        </>
      ) : (
        text
      )}
      {'\n'}
    </div>
  )
}

/** Makes the field as tall as its text, up to a limit, so that the underlines need not scroll. */
function useFittingHeight(field: React.RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew with each text.
  useEffect(() => {
    const box = field.current
    if (!box) return
    box.style.height = 'auto'
    box.style.height = `${Math.min(mostTall, box.scrollHeight + 2)}px`
  }, [field, text])
}
