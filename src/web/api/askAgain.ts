// Asks once more where no server answered: behind a proxy one server may be gone while the others serve. For calls
// that change nothing.

/** Long enough for a proxy to notice, short enough not to be felt. */
const pauseMs = 400

/** What a proxy answers in place of the product, which sends JSON. */
const fromProxy = ({ status, headers }: Response): boolean =>
  [502, 503, 504].includes(status) && !headers.get('content-type')?.includes('json')

export async function askAgain(ask: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
  try {
    const response = await ask()
    if (!fromProxy(response)) return response
  } catch (error) {
    if (signal.aborted) throw error
  }
  await pause(signal)
  return ask()
}

/** Ends early when the caller gives up; the next request fails then. */
function pause(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, pauseMs)
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise.finally(() => clearTimeout(timer))
}
