// The page that is measured: `?count=20000#ours`. Its probe tells when what a key changed was painted.
import '../../../src/main-slices.ts'
import { createRoot } from 'react-dom/client'
import { showBare } from './bare.ts'
import { benchEntries } from './entries.ts'
import { OurPalette, prepareOurs } from './ours.tsx'
import { CmdkPalette, KbarPalette } from './peers.tsx'

const entries = benchEntries(Number(new URLSearchParams(location.search).get('count')))
const kind = location.hash.slice(1)
const root = createRoot(document.getElementById('root') as HTMLElement)

if (kind === 'bare') showBare(entries)
else if (kind === 'ours') {
  prepareOurs(entries)
  root.render(<OurPalette />)
} else {
  root.render(kind === 'cmdk' ? <CmdkPalette entries={entries} /> : <KbarPalette entries={entries} />)
}

const list = () => document.querySelector('.palette-list, .peer-list')
const texts = () => list()?.textContent ?? ''

let pressedAt = 0
/** What was listed when the page was last at rest. */
let before = ''
let paintedAt = 0
let frameAsked = false
/** Made before anything is measured: to make one takes half a millisecond, which is not the palette's. */
const { port1, port2 } = new MessageChannel()

// Of the window, which hears of a key before all others do.
window.addEventListener(
  'keydown',
  () => {
    pressedAt = performance.now()
    paintedAt = 0
  },
  true,
)

/** After the frame in which a change is drawn: a message that was posted in it comes once it is painted. */
port1.onmessage = () => {
  frameAsked = false
  paintedAt = performance.now()
}
function noteFrame(): void {
  if (frameAsked) return
  frameAsked = true
  requestAnimationFrame(() => port2.postMessage(null))
}
new MutationObserver((changes) => {
  // Which row is highlighted may change later; only rows and their texts count.
  if (changes.some((change) => changed(change).some(isInView) || brings(change.addedNodes))) noteFrame()
}).observe(document.body, { subtree: true, childList: true, characterData: true })

/** What came; where nothing did, what changed in itself. */
const changed = ({ target, addedNodes }: MutationRecord): Node[] =>
  addedNodes.length > 0 ? [...addedNodes] : [target]

/** Rows below the view may follow a frame later: nobody sees them. */
function isInView(changed: Node): boolean {
  const element = changed instanceof Element ? changed : changed.parentElement
  const view = list()
  if (!view || !element || !view.contains(element) || !element.checkVisibility()) return false
  return element.getBoundingClientRect().top < view.getBoundingClientRect().bottom
}

/** Whether the list came with them: the palette was opened. */
const brings = (added: NodeList): boolean =>
  [...added].some((node) => node instanceof Element && node.contains(list()))

const bench = {
  isReady: () => document.querySelector('input') !== null && (kind !== 'ours' || isIndexed()),
  /** Time from the last key to the paint of the last change; null where the list stayed as it was. */
  taken: () => (paintedAt === 0 || texts() === before ? null : paintedAt - pressedAt),
  /** What comes after this is compared with what is listed now. */
  rest: () => {
    before = texts()
  },
  whenIdle: () =>
    new Promise((resolve) => {
      requestIdleCallback(() => requestAnimationFrame(() => setTimeout(() => resolve(bench.taken()))))
    }),
}
/** The source is asked for at opening and indexed in idle moments: its prefix appears when it is there. */
function isIndexed(): boolean {
  return document.querySelector('.palette-foot-prefixes')?.textContent?.includes('报表') === true
}
Object.assign(window, { bench })
