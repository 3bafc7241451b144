// Runs before each test file. Files share a process, so that packages are loaded once; none meets what another left.
import { afterAll, vi } from 'vitest'

const inPage = typeof document !== 'undefined'
/** What our own modules and hotkeys-js listen for all the time; packages that are loaded once keep theirs. */
const ours = ['keydown', 'keyup', 'popstate', 'storage', 'focusin', 'beforeunload', 'error', 'resize']
const listening: { target: EventTarget; args: Parameters<EventTarget['addEventListener']> }[] = []

if (inPage) {
  vi.resetModules()
  for (const target of [window, document]) {
    target.addEventListener = (...args: Parameters<EventTarget['addEventListener']>) => {
      if (ours.includes(args[0])) listening.push({ target, args })
      EventTarget.prototype.addEventListener.apply(target, args)
    }
  }
}

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  if (inPage) leavePage()
})

function leavePage(): void {
  for (const { target, args } of listening) target.removeEventListener(args[0], args[1], args[2])
  for (const target of [window, document]) Reflect.deleteProperty(target, 'addEventListener')
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  document.body.replaceChildren()
  document.head.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
}
