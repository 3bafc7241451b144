// The measured page: `/config/point#points`. Its probe reports when a change caused by a key was painted in the rows.
import '../../../src/main-slices.ts'
import { createRoot } from 'react-dom/client'
import type { Handlers } from '#web/shell/keys/handlers.ts'
import { provideCommands } from '#web/shell/keys/run.ts'
import { useSession } from '#web/shell/session.ts'
import { pages } from './pages.ts'

const authorityInfo = { configRule: ['search_config'], dictionaryRule: ['manage_dictionary'] }
const role = { id: 1, name: 'bench', ...authorityInfo, authorityInfo }
useSession.setState({
  username: 'bench',
  roleData: { email: 'bench', username: 'bench', games: [], role } as never,
})
provideCommands({ handlers: {} as Handlers, navigate: () => undefined })
const Page = pages[location.hash.slice(1)]
if (!Page) throw new Error(`no list is called ${location.hash}`)
createRoot(document.getElementById('root') as HTMLElement).render(<Page />)

const rows = () => document.querySelector('.list-table')
const texts = () => rows()?.textContent ?? ''
let pressedAt = 0
let before = ''
let paintedAt = 0
let frameAsked = false

document.addEventListener(
  'keydown',
  () => {
    pressedAt = performance.now()
    paintedAt = 0
    before = texts()
  },
  true,
)

// For a character from an input method, time starts with the character: the key before it belongs to the method.
document.addEventListener(
  'beforeinput',
  ({ data }) => {
    if (data && !/^[ -~]*$/.test(data)) pressedAt = performance.now()
  },
  true,
)

const changed = new Set<Node>()

/** Changes outside the view are drawn later, and nobody waits for them. */
function isInView(node: Node): boolean {
  const row = (node instanceof Element ? node : node.parentElement)?.closest('[role="row"]')
  const view = row?.closest('[role="rowgroup"], .data-table-gutter')?.getBoundingClientRect()
  const box = row?.getBoundingClientRect()
  return view !== undefined && box !== undefined && box.bottom > view.top && box.top < view.bottom
}

/** Runs after the frame that draws a change: a message posted during the frame arrives after painting. */
function noteFrame(): void {
  if (frameAsked) return
  frameAsked = true
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      frameAsked = false
      const now = performance.now()
      if ([...changed].some(isInView)) paintedAt = now
      changed.clear()
    }
    port2.postMessage(null)
  })
}
new MutationObserver((changes) => {
  const within = changes.filter(({ target }) => rows()?.contains(target))
  for (const { target } of within) changed.add(target)
  if (within.length > 0) noteFrame()
}).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })

const bench = {
  isReady: () => document.querySelector('.list-table [role="grid"] [role="gridcell"]') !== null,
  /** Time from the last key to the paint of the last change; null where the rows did not change. */
  taken: () => (paintedAt === 0 || texts() === before ? null : paintedAt - pressedAt),
  whenIdle: () =>
    new Promise((resolve) => {
      requestIdleCallback(() => requestAnimationFrame(() => setTimeout(() => resolve(bench.taken()))))
    }),
}
Object.assign(window, { bench })
