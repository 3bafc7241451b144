// The measured page: a dictionary's editor. Its probe reports when a change caused by a key was painted in the table.
import '../../../src/main-slices.ts'
import { createRoot } from 'react-dom/client'
import type { Handlers } from '#web/shell/keys/handlers.ts'
import { provideCommands } from '#web/shell/keys/run.ts'
import { useSession } from '#web/shell/session.ts'
import { Page } from '#features/dictionary/web/detail/DetailPage.tsx'

const authorityInfo = { dictionaryRule: ['manage_dictionary'] }
const role = { id: 1, name: 'bench', ...authorityInfo, authorityInfo }
useSession.setState({
  username: 'bench',
  roleData: { email: 'bench', username: 'bench', games: [], role } as never,
})
provideCommands({ handlers: {} as Handlers, navigate: () => undefined })
createRoot(document.getElementById('root') as HTMLElement).render(<Page />)

const grid = () => document.querySelector('.dictionary-grid')
let pressedAt = 0
let paintedAt = 0
let frameAsked = false

const begin = () => {
  pressedAt = performance.now()
  paintedAt = 0
}
document.addEventListener('keydown', begin, true)
document.addEventListener('paste', begin, true)

/** Runs after the frame that draws a change: a message posted during the frame arrives after painting. */
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
  if (changes.some(({ target }) => grid()?.contains(target))) noteFrame()
}).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })

const bench = {
  isReady: () => document.querySelector('.dictionary-grid [role="gridcell"]') !== null,
  /** Time from the last key to the paint of the last change; null where nothing was drawn. */
  taken: () => (paintedAt === 0 ? null : paintedAt - pressedAt),
  paste: (text: string) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.querySelector('.dictionary-grid textarea')?.dispatchEvent(event)
  },
  whenIdle: () =>
    new Promise((resolve) => {
      requestIdleCallback(() => requestAnimationFrame(() => setTimeout(() => resolve(bench.taken()))))
    }),
}
Object.assign(window, { bench })
