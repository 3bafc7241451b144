// j, k and arrow keys move the focus between the home page's cards, so that Enter opens them like links.
import { showMessage } from '#web/shell/message.ts'

const cards = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.home [data-home-card]')]

export function stepCard(by: 1 | -1): void {
  const all = cards()
  const at = all.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + by))
  all[next]?.focus()
}

/** The nearest card in the row above or below. */
function stepRow(by: 1 | -1): void {
  const at = document.activeElement as HTMLElement
  const here = at.getBoundingClientRect()
  const middle = here.left + here.width / 2
  const beyond = cards()
    .filter((card) => card !== at)
    .map((card) => ({ card, box: card.getBoundingClientRect() }))
    .filter(({ box }) => (by > 0 ? box.top >= here.bottom - 1 : box.bottom <= here.top + 1))
    .map(({ card, box }) => ({
      card,
      rows: Math.abs(box.top - here.top),
      aside: Math.abs(box.left + box.width / 2 - middle),
    }))
    .sort((one, other) => one.rows - other.rows || one.aside - other.aside)
  beyond[0]?.card.focus()
}

/** Whether the key was handled. */
export function walk(key: string): boolean {
  if (key === 'ArrowRight') stepCard(1)
  else if (key === 'ArrowLeft') stepCard(-1)
  else if (key === 'ArrowDown') stepRow(1)
  else if (key === 'ArrowUp') stepRow(-1)
  else return false
  return true
}

/** Card or star, by its view. */
const placeOf = (element: HTMLElement): string | null => {
  const { homeCard, homeStar } = element.dataset
  if (homeCard) return `[data-home-card="${homeCard}"]`
  return homeStar ? `[data-home-star="${homeStar}"]` : null
}

/** A card moved to another group is rendered anew there: the focus follows. */
export function followFocus(last: HTMLElement | null): void {
  if (!last || last.isConnected || document.activeElement !== document.body) return
  const place = placeOf(last)
  const moved = place === null ? null : document.querySelector<HTMLElement>(`.home ${place}`)
  ;(moved ?? cards()[0])?.focus()
}

/** Splits the change whose row has the focus, else the largest one. */
export function pressWho(): void {
  const row = document.activeElement?.closest('.home-mover') ?? document.querySelector('.home .home-mover')
  const button = row?.querySelector<HTMLElement>('.home-mover-who')
  if (button) button.click()
  else showMessage({ message: '昨日没有变化大的指标' })
}
