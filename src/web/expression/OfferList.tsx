// The suggestions below the typed word.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Offer } from './offers.ts'

interface Props {
  id: string
  field: RefObject<HTMLTextAreaElement | null>
  /** Offset in the text where the word starts. */
  place: number
  offers: readonly Offer[]
  at: number
  onTake: (offer: Offer) => void
}

const kindMarks = { column: '列', point: '指', function: 'ƒ' } as const
const edge = 8
const gap = 2

export function OfferList({ id, field, place, offers, at, onTake }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [left, setLeft] = useState<{ left: number; top: number } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other offers it has another height.
  useLayoutEffect(() => {
    const [list, text] = [box.current, field.current]
    if (list && text) setLeft(placeOf(text, place, list))
  }, [field, place, offers])
  useLayoutEffect(() => {
    box.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div
      ref={box}
      id={id}
      className="offers"
      role="listbox"
      aria-label="补全"
      tabIndex={-1}
      style={left ?? { visibility: 'hidden' }}
    >
      {offers.map((offer, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the field's, which keeps the focus.
        <div
          key={`${offer.kind} ${offer.title}`}
          id={`${id}-${index}`}
          className={index === at ? 'offer offer-active' : 'offer'}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(offer)}
        >
          <span className="offer-kind" aria-hidden="true">
            {kindMarks[offer.kind]}
          </span>
          <span className="offer-title">{offer.title}</span>
          {offer.comment && <span className="offer-comment">{offer.comment}</span>}
          <span className="offer-detail">{offer.detail}</span>
        </div>
      ))}
    </div>
  )
}

/** Below the word's line; above it where there is no room below. */
function placeOf(
  field: HTMLTextAreaElement,
  place: number,
  list: HTMLElement,
): { left: number; top: number } {
  const behind = field.parentElement?.querySelector('.expression-behind')
  const word = (behind && rectAt(behind, place)) ?? field.getBoundingClientRect()
  const { width, height } = list.getBoundingClientRect()
  const below = word.bottom + gap
  const top = below + height > window.innerHeight - edge ? Math.max(edge, word.top - gap - height) : below
  return { left: Math.max(edge, Math.min(word.left, window.innerWidth - width - edge)), top }
}

/** The rectangle of the character at an offset; the text may be split into several nodes. */
function rectAt(behind: Element, place: number): DOMRect | null {
  const texts = document.createTreeWalker(behind, NodeFilter.SHOW_TEXT)
  let rest = place
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { length } = node.textContent ?? ''
    if (rest < length) {
      const range = document.createRange()
      range.setStart(node, rest)
      range.setEnd(node, rest + 1)
      return range.getBoundingClientRect()
    }
    rest -= length
  }
  return null
}
