// Runs before each test file. Files share a process, so that packages are loaded once; this resets everything else.
import { afterAll, vi } from 'vitest'

/** Events of the window for which our modules and hotkeys-js listen permanently; listeners of packages are kept. */
const ours = ['keydown', 'keyup', 'popstate', 'storage', 'focusin', 'beforeunload', 'error', 'resize']
const inPage = typeof document !== 'undefined'
const leave = inPage ? [follow(window), follow(document)] : []

// Our modules hold the page's state, so they are loaded again; packages are kept.
if (inPage) vi.resetModules()

/** Records listeners added to the target; the returned function removes them. */
function follow(target: EventTarget): () => void {
  const { addEventListener, removeEventListener } = target
  const listening: Parameters<EventTarget['addEventListener']>[] = []
  target.addEventListener = (...args: Parameters<EventTarget['addEventListener']>) => {
    if (ours.includes(args[0])) listening.push(args)
    addEventListener.apply(target, args)
  }
  return () => {
    target.addEventListener = addEventListener
    for (const [type, listener, options] of listening)
      removeEventListener.call(target, type, listener, options)
  }
}

/**
 * Time limit (ms) for tests that hang; vitest's default of a second is too short where four files share two cores.
 */
const patience = 60_000
if (inPage) {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: patience })
}
const { waitFor, waitUntil } = vi
const patient = (options?: Parameters<typeof waitFor>[1]) =>
  typeof options === 'number' ? options : { timeout: patience, ...options }
vi.waitFor = (work, options) => waitFor(work, patient(options))
vi.waitUntil = (isTrue, options) => waitUntil(isTrue, patient(options))

afterAll(() => {
  Object.assign(vi, { waitFor, waitUntil })
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  if (!inPage) return
  for (const each of leave) each()
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  document.body.replaceChildren()
  document.head.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})
