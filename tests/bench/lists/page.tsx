// The page that is measured: `/config/point#points`. Its probe tells when what a key changed in the rows was painted.
import { createRoot } from 'react-dom/client'
import type { Handlers } from '../../../src/web/shell/keys/handlers.ts'
import { provideCommands } from '../../../src/web/shell/keys/run.ts'
import { useSession } from '../../../src/web/shell/session.ts'
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

/** After the frame in which a change is drawn: a message that was posted in it comes once it is painted. */
function noteFrame(): void {
  if (frameAsked) return
  frameAsked = true
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      frameAsked = false
      paintedAt = performance.now()
    }
    port2.postMessage(null)
  })
}
new MutationObserver((changes) => {
  if (changes.some(({ target }) => rows()?.contains(target))) noteFrame()
}).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })

const bench = {
  isReady: () => document.querySelector('.list-table [role="grid"] [role="gridcell"]') !== null,
  /** Time from the last key to the paint of the last change; null where the rows stayed as they were. */
  taken: () => (paintedAt === 0 || texts() === before ? null : paintedAt - pressedAt),
  whenIdle: () =>
    new Promise((resolve) => {
      requestIdleCallback(() => requestAnimationFrame(() => setTimeout(() => resolve(bench.taken()))))
    }),
}
Object.assign(window, { bench })
