// The watermark over every page. It is restored when it is removed, emptied, hidden or restyled by hand.

interface WatermarkLook {
  text: string
  /** A faint second line that identifies whose screen a cropped picture shows. */
  trace: string
  dark: boolean
}

export const watermarkDefaults = { text: '请勿外传', rotationDegrees: -25, zIndex: 90_000 } as const

const tile = { width: 320, height: 220 }
/** Characters per line, in widths of a Latin letter; Chinese characters count twice. */
const lineRoom = 20
const lineHeight = 17
/** An observer of the element does not see style rules added elsewhere, so the element is checked at intervals. */
const checkEveryMs = 3_000

let look: WatermarkLook | null = null
let element: HTMLElement | null = null
let observer: MutationObserver | null = null
let timer: ReturnType<typeof setInterval> | undefined

/** Shows the watermark, or updates it. */
export function showWatermark(wanted: WatermarkLook): void {
  const same = look && look.text === wanted.text && look.trace === wanted.trace && look.dark === wanted.dark
  if (same && isWhole()) return
  look = wanted
  place()
  timer ??= setInterval(restore, checkEveryMs)
}

/** Removes the watermark: for tests and for pages that end. */
export function removeWatermark(): void {
  clearInterval(timer)
  timer = undefined
  observer?.disconnect()
  element?.remove()
  look = null
  element = null
}

function restore(): void {
  if (look && !isWhole()) place()
}

function place(): void {
  if (!look) return
  observer?.disconnect()
  element?.remove()
  element = document.createElement('div')
  // Screen readers skip the element, and pointer events pass through it.
  element.setAttribute('aria-hidden', 'true')
  for (const [name, value] of Object.entries(styleOf(look)))
    element.style.setProperty(name, value, 'important')
  document.body.append(element)
  observe(element)
}

function observe(watched: HTMLElement): void {
  observer ??= new MutationObserver(restore)
  observer.observe(watched, { attributes: true, childList: true })
  observer.observe(document.body, { childList: true, attributes: true, attributeFilter: ['style', 'hidden'] })
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'hidden'] })
  observer.observe(document.head, { childList: true })
}

function isWhole(): boolean {
  if (!look || !element || element.parentNode !== document.body) return false
  return hasItsAttributes(element, look) && isVisible(element)
}

function hasItsAttributes(watched: HTMLElement, { text, trace, dark }: WatermarkLook): boolean {
  const wanted = styleOf({ text, trace, dark })
  const names = watched.getAttributeNames()
  return (
    names.every((name) => name === 'aria-hidden' || name === 'style') &&
    watched.style.length >= Object.keys(wanted).length &&
    writtenStyle(watched) === writtenStyle(modelOf(wanted))
  )
}

// Browsers normalise styles, so the wanted style is compared in the browser's own spelling.
let model: { style: Record<string, string>; element: HTMLElement } | null = null
function modelOf(style: Record<string, string>): HTMLElement {
  if (model && JSON.stringify(model.style) === JSON.stringify(style)) return model.element
  const made = document.createElement('div')
  for (const [name, value] of Object.entries(style)) made.style.setProperty(name, value, 'important')
  model = { style, element: made }
  return made
}

function writtenStyle(watched: HTMLElement): string {
  return watched.getAttribute('style') ?? ''
}

function isVisible(watched: HTMLElement): boolean {
  const shown = getComputedStyle(watched)
  return shown.display === 'block' && shown.visibility === 'visible' && shown.opacity === '1'
}

function styleOf(shown: WatermarkLook): Record<string, string> {
  return {
    position: 'fixed',
    inset: '0',
    display: 'block',
    visibility: 'visible',
    opacity: '1',
    'z-index': String(watermarkDefaults.zIndex),
    'pointer-events': 'none',
    'background-image': `url("${pictureOf(shown)}")`,
    'background-repeat': 'repeat',
    'background-size': `${tile.width}px ${heightFor(linesOf(shown.text))}px`,
  }
}

/** One tile with two staggered marks, as a data URL of an SVG. */
export function pictureOf({ text, trace, dark }: WatermarkLook): string {
  const colour = dark ? '#ffffff' : '#111418'
  const opacity = dark ? 0.038 : 0.042
  const lines = linesOf(text)
  const height = heightFor(lines)
  const written = lines.map((line, at) => `<tspan x="0" y="${at * lineHeight}">${escaped(line)}</tspan>`)
  const mark = (x: number, y: number) =>
    `<g transform="translate(${x} ${y}) rotate(${watermarkDefaults.rotationDegrees})">` +
    `<text font-size="15">${written.join('')}</text>` +
    `<text y="${(lines.length - 1) * lineHeight + 13}" font-size="9" opacity="0.75">${escaped(trace)}</text></g>`
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${tile.width}" height="${height}" ` +
    `font-family="PingFang SC,Microsoft YaHei,Noto Sans CJK SC,sans-serif" text-anchor="middle" ` +
    `fill="${colour}" fill-opacity="${opacity}">${mark(80, 62)}${mark(240, 62 + height / 2)}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Splits the whole text into lines: the user must be identifiable, however long the name. */
export function linesOf(text: string): string[] {
  const lines = ['']
  let used = 0
  // By code points, so that no emoji is split; lone surrogates can't be encoded in a URL.
  for (const character of Array.from(text.toWellFormed())) {
    const width = (character.codePointAt(0) ?? 0) < 0x1100 ? 1 : 2
    if (used + width > lineRoom) {
      lines.push('')
      used = 0
    }
    lines.push((lines.pop() ?? '') + character)
    used += width
  }
  return lines
}

/** Height of a tile that fits all lines of both marks. */
const heightFor = (lines: readonly string[]): number => tile.height + (lines.length - 1) * lineHeight * 2

function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 allows none of these characters.
  const clean = text.replace(/[\u0000-\u001f]/g, ' ')
  return clean.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A code that changes daily: enough to find the user among the staff, and nothing readable. */
export function traceCode(identity: string, day: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(`${identity}|${day}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193)
  }
  return `${day.slice(5).replace('-', '')}-${(hash >>> 0).toString(36).padStart(7, '0')}`
}
