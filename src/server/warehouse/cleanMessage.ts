// A library's error message, made safe to show or log.

/** The first line of the engine's message, without file paths, truncated. */
export function cleanMessage(message: string): string {
  const line = message.split('\n', 1)[0] ?? ''
  const pathless = line.replace(
    /(["'])(?:[A-Za-z]:)?[\\/](?:[^"'\\/]*[\\/])+[^"']*\1|(?:[A-Za-z]:)?(?:[\\/][\w.@+-]+){2,}/g,
    '…',
  )
  return pathless.length > 300 ? `${pathless.slice(0, 300)}…` : pathless
}
