// Arrow keys between cards: left and right in order, up and down to the nearest card of the next line.
import type { KeyboardEvent } from 'react'

export function stepAmongCards(event: KeyboardEvent, place: HTMLElement | null): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
  const from = event.target as HTMLElement
  const cards = [...(place?.querySelectorAll<HTMLElement>('.others-card') ?? [])]
  const next = from.matches('input')
    ? event.key === 'ArrowDown'
      ? cards[0]
      : undefined
    : nextOf(cards, cards.indexOf(from), event.key)
  if (!next) return
  event.preventDefault()
  next.focus()
}

function nextOf(cards: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  if (at < 0) return undefined
  if (key === 'ArrowRight') return cards[at + 1]
  if (key === 'ArrowLeft') return cards[at - 1]
  if (key === 'Home') return cards[0]
  if (key === 'End') return cards.at(-1)
  if (key === 'ArrowDown') return inNextLine(cards.slice(at + 1), cards[at] as HTMLElement)
  if (key === 'ArrowUp') return inNextLine(cards.slice(0, at).reverse(), cards[at] as HTMLElement)
  return undefined
}

/** The nearest card in the first line beyond the current card's line, in this direction. */
function inNextLine(following: readonly HTMLElement[], from: HTMLElement): HTMLElement | undefined {
  const { top, left } = from.getBoundingClientRect()
  const line = following.find((card) => Math.abs(card.getBoundingClientRect().top - top) > 4)
  if (!line) return undefined
  const lineTop = line.getBoundingClientRect().top
  const distance = (card: HTMLElement) => Math.abs(card.getBoundingClientRect().left - left)
  return following
    .filter((card) => Math.abs(card.getBoundingClientRect().top - lineTop) <= 4)
    .reduce((best, card) => (distance(card) < distance(best) ? card : best))
}
