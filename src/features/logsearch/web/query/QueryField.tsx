// The query's input: coloured parts, underlined errors, and suggestions of fields and values.
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { readQuery } from '#shared/logQuery/read.ts'
import type { QueryProblem } from '#shared/logQuery/types.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { run } from '../actions.ts'
import { indexOf, linesTable, useLogs } from '../store.ts'
import { type Offer, offersAt } from './offers.ts'
import { piecesOf } from './pieces.ts'

const none: readonly QueryProblem[] = []
let field: HTMLTextAreaElement | null = null
/** For the registry's command. */
export const focusQuery = (): void => {
  field?.focus()
  field?.select()
}

export function QueryField() {
  const draft = useLogs((state) => state.draft)
  const asked = useLogs(({ address }) => address.query)
  const refused = useLogs((state) => state.problems)
  const read = useMemo(() => readQuery(draft), [draft])
  // The server's errors for exactly this text; otherwise those found locally.
  const problems = draft === asked && refused.length > 0 ? refused : read.problems
  const [isTyping, setTyping] = useState(false)
  const told = isTyping ? none : problems
  const id = useId()
  const offering = useOffers(draft)
  const { offers, at } = offering
  const isOpen = offers.length > 0
  const input = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field = input.current
    return () => {
      field = null
    }
  }, [])
  const submit = () => {
    offering.close()
    setTyping(false)
    if (read.problems.length === 0) run()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp'))
      offering.walk(event.key === 'ArrowDown' ? 1 : -1)
    else if (isOpen && event.key === 'Tab' && !event.shiftKey) offering.take(offers[Math.max(0, at)])
    else if (event.key === 'Enter' && isOpen && at >= 0) offering.take(offers[at])
    else if (event.key === 'Enter') submit()
    else if (event.key === 'Escape' && isOpen) offering.close()
    else if (event.key === 'Escape') leave()
    else if (event.key === 'ArrowDown') enterLines()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="log-query">
      <div className="log-query-box">
        <div className="log-query-drawn" aria-hidden="true">
          {piecesOf(draft, read.tokens, told).map(({ from, text, role, wrong }) => (
            <span key={from} className={`log-query-${role}${wrong ? ' log-query-wrong' : ''}`}>
              {text}
            </span>
          ))}
          {'\u200b'}
        </div>
        <textarea
          ref={input}
          className="log-query-input"
          rows={1}
          spellCheck={false}
          autoComplete="off"
          maxLength={2_000}
          aria-label="日志查询条件"
          aria-autocomplete="list"
          aria-controls={isOpen ? `${id}-offers` : undefined}
          aria-activedescendant={isOpen && at >= 0 ? `${id}-${at}` : undefined}
          aria-invalid={told.length > 0}
          aria-describedby={told.length > 0 ? `${id}-problem` : undefined}
          placeholder="词、&quot;短语&quot;、字段:值，例如 status>=500 call:getReport*"
          value={draft}
          onChange={({ currentTarget }) => {
            setTyping(true)
            useLogs.setState({ draft: currentTarget.value.replaceAll(/[\r\n]+/g, ' ') })
            offering.open(currentTarget.selectionStart)
          }}
          onSelect={({ currentTarget }) => offering.move(currentTarget.selectionStart)}
          onBlur={() => {
            setTyping(false)
            offering.close()
          }}
          onKeyDown={handleKey}
        />
        {draft === '' && <KeyHint command="logs.query" />}
      </div>
      {isOpen && (
        <div className="log-offers" id={`${id}-offers`} role="listbox" aria-label="可以接着写">
          {offers.map((offer, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
            <div
              key={`${offer.group} ${offer.text}`}
              id={`${id}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              className={place === at ? 'log-offer log-offer-active' : 'log-offer'}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => offering.take(offer)}
            >
              <span className="log-offer-text">{offer.text.trim()}</span>
              <span className="log-offer-note">{offer.note}</span>
            </div>
          ))}
          <p className="log-offers-keys" aria-hidden="true">
            ↑↓ 选择，Tab 填入，Enter 查询
          </p>
        </div>
      )}
      {told.length > 0 && (
        <p className="log-query-problem" id={`${id}-problem`} role="alert">
          {told.map(({ from, message }) => `第 ${from + 1} 个字符：${message}`).join('；')}
        </p>
      )}
    </div>
  )

  function useOffers(text: string) {
    const index = useLogs(indexOf)
    const [caret, setCaret] = useState<number | null>(null)
    const [walked, setWalked] = useState(-1)
    const found = useMemo(
      () => (caret === null ? [] : offersAt(text, Math.min(caret, text.length), index)),
      [text, caret, index],
    )
    const close = () => {
      setCaret(null)
      setWalked(-1)
    }
    return {
      offers: found,
      at: walked < found.length ? walked : -1,
      open: (place: number) => {
        setCaret(place)
        setWalked(-1)
      },
      move: (place: number) => setCaret((before) => (before === null ? null : place)),
      close,
      walk: (by: number) => setWalked((now) => (now + by + found.length + 1) % (found.length + 1) || 0),
      take: (offer: Offer | undefined) => {
        if (!offer) return
        const next = text.slice(0, offer.from) + offer.text + text.slice(offer.to)
        const place = offer.from + offer.text.length
        // Synchronously: the next typed character follows it.
        flushSync(() => useLogs.setState({ draft: next }))
        input.current?.setSelectionRange(place, place)
        if (offer.group === 'field') {
          setCaret(place)
          setWalked(-1)
        } else close()
      },
    }
  }
}

/** Cancels a running search; otherwise moves the focus to the lines, or out of the field where there are none. */
function leave(): void {
  if (useLogs.getState().searching) runCommand('logs.cancel')
  else if (linesTable()) enterLines()
  else field?.blur()
}

/** The arrow key moves from the field into the lines, as in every list. */
function enterLines(): void {
  const table = linesTable()
  if (!table) return
  table.focus()
  if (!table.selection) table.selectCell({ row: table.firstVisibleRow, column: 0 })
}
