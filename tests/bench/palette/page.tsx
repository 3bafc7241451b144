// The measured page: `?count=20000#ours`. Its probe reports when a change caused by a key was painted.
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
/** The listed texts when the page was last idle. */
let before = ''
let paintedAt = 0
let frameAsked = false
/** Created before measuring: creating a channel takes half a millisecond, which is not the palette's. */
const { port1, port2 } = new MessageChannel()

// On the window, whose listeners run first.
window.addEventListener(
  'keydown',
  () => {
    pressedAt = performance.now()
    paintedAt = 0
  },
  true,
)

/** Runs after the frame that draws a change: a message posted during the frame arrives after painting. */
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

/** The added nodes, or the changed node where none was added. */
const changed = ({ target, addedNodes }: MutationRecord): Node[] =>
  addedNodes.length > 0 ? [...addedNodes] : [target]

/** Rows below the view may be drawn a frame later, unseen. */
function isInView(changed: Node): boolean {
  const element = changed instanceof Element ? changed : changed.parentElement
  const view = list()
  if (!view || !element || !view.contains(element) || !element.checkVisibility()) return false
  return element.getBoundingClientRect().top < view.getBoundingClientRect().bottom
}

/** Whether the nodes include the list: the palette was opened. */
const brings = (added: NodeList): boolean =>
  [...added].some((node) => node instanceof Element && node.contains(list()))

const bench = {
  isReady: () => document.querySelector('input') !== null && (kind !== 'ours' || isIndexed()),
  /** Time from the last key to the paint of the last change; null where the list did not change. */
  taken: () => (paintedAt === 0 || texts() === before ? null : paintedAt - pressedAt),
  /** Makes the current list the base for the next comparison. */
  rest: () => {
    before = texts()
  },
  whenIdle: () =>
    new Promise((resolve) => {
      requestIdleCallback(() => requestAnimationFrame(() => setTimeout(() => resolve(bench.taken()))))
    }),
}
/** The source is loaded at opening and indexed when idle; its prefix appears when the index is ready. */
function isIndexed(): boolean {
  return document.querySelector('.palette-foot-prefixes')?.textContent?.includes('报表') === true
}
Object.assign(window, { bench })
