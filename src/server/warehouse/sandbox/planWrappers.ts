// Removes the engine's internal compression calls such as `__internal_compress_integral_utinyint(a, 0)` from
// a plan: nobody wrote them, only the inner value matters.

const wrapper = /__internal_(?:de)?compress_[a-z_]{1,40}\(/y
const first = '__internal_'

/** One pass; a text with unbalanced brackets stays as it is. */
export function withoutWrappers(text: string): string {
  if (!text.includes(first)) return text
  const pieces: string[] = []
  /** Open brackets: whether each belongs to a wrapper. */
  const open: boolean[] = []
  /** The nesting depth at which a wrapper's further arguments began, which are dropped; -1 outside. */
  let left = -1
  let from = 0
  const give = (to: number, next: number): void => {
    if (left < 0) pieces.push(text.slice(from, to))
    from = next
  }
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (char === "'" || char === '"') {
      const close = text.indexOf(char, at + 1)
      if (close > 0) at = close
    } else if (char === '(' || char === '[' || char === '{') open.push(false)
    else if (char === ')' || char === ']' || char === '}') {
      const isWrapper = open.pop()
      if (isWrapper === undefined) return text
      if (!isWrapper) continue
      give(at, at + 1)
      if (left > open.length) left = -1
    } else if (char === ',' && left < 0 && open.at(-1) === true) {
      give(at, at)
      left = open.length
    } else if (char === '_' && text.startsWith(first, at) && !isNamePart(text[at - 1])) {
      wrapper.lastIndex = at
      const written = wrapper.exec(text)?.[0]
      if (written === undefined) continue
      give(at, at + written.length)
      open.push(true)
      at += written.length - 1
    }
  }
  if (open.length > 0) return text
  give(text.length, text.length)
  return pieces.join('')
}

const isNamePart = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}_$]/u.test(char)
