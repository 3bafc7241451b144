// A custom scroll bar: it represents all rows, while the browser's scroll area holds only a window of them.

const shortestThumb = 28

interface TrackState {
  /** From 0 at the start to 1 at the end. */
  position: number
  /** Visible share of the whole; 1 hides the bar. */
  visible: number
}

export class ScrollTrack {
  private readonly element: HTMLElement
  private readonly thumb: HTMLElement
  private readonly isVertical: boolean
  private readonly onMove: (position: number) => void
  private readonly onPage: (direction: 1 | -1) => void
  private state: TrackState = { position: 0, visible: 1 }
  private length = 0
  private readonly ending = new AbortController()

  constructor(
    element: HTMLElement,
    orientation: 'vertical' | 'horizontal',
    onMove: (position: number) => void,
    onPage: (direction: 1 | -1) => void,
  ) {
    this.element = element
    this.thumb = element.firstElementChild as HTMLElement
    this.isVertical = orientation === 'vertical'
    this.onMove = onMove
    this.onPage = onPage
    element.addEventListener('pointerdown', (event) => this.press(event), { signal: this.ending.signal })
  }

  dispose(): void {
    this.ending.abort()
  }

  /** `length` is the track's length in pixels. */
  show(state: TrackState, length: number): void {
    const isHidden = state.visible >= 1
    if (this.element.hidden !== isHidden) this.element.hidden = isHidden
    this.state = state
    this.length = length
    if (isHidden) return
    this.element.style[this.isVertical ? 'height' : 'width'] = `${length}px`
    const size = this.thumbLength()
    const start = (length - size) * state.position
    this.thumb.style.transform = this.isVertical ? `translateY(${start}px)` : `translateX(${start}px)`
    this.thumb.style[this.isVertical ? 'height' : 'width'] = `${size}px`
  }

  private thumbLength(): number {
    return Math.min(this.length, Math.max(shortestThumb, this.length * this.state.visible))
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0) return
    event.preventDefault()
    if (event.target === this.thumb) this.drag(event)
    else {
      const box = this.thumb.getBoundingClientRect()
      const before = this.isVertical ? event.clientY < box.top : event.clientX < box.left
      this.onPage(before ? -1 : 1)
    }
  }

  private drag(event: PointerEvent): void {
    const at = (moved: PointerEvent) => (this.isVertical ? moved.clientY : moved.clientX)
    const from = at(event)
    const fromPosition = this.state.position
    const room = Math.max(1, this.length - this.thumbLength())
    const released = new AbortController()
    const signal = AbortSignal.any([released.signal, this.ending.signal])
    this.thumb.setPointerCapture(event.pointerId)
    this.thumb.addEventListener(
      'pointermove',
      (moved) => {
        this.onMove(Math.max(0, Math.min(1, fromPosition + (at(moved) - from) / room)))
      },
      { signal },
    )
    for (const end of ['pointerup', 'pointercancel'] as const) {
      this.thumb.addEventListener(end, () => released.abort(), { signal })
    }
  }
}
