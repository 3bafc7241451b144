// Arguments of a console call as one text, as of that moment: bounded, without invoking getters, without secrets.

const mostCharacters = 8_000
const mostDepth = 4
const mostMembers = 40
const longestText = 2_000

const secret = /pass(word|wd)|secret|token|cookie|authorization|credential/i

/** `%s` and the like take the following arguments, as in the console itself. */
export function snapshot(values: readonly unknown[]): string {
  const [first, ...rest] = values
  let texts: string[]
  if (typeof first === 'string' && rest.length > 0 && first.includes('%')) {
    const left = [...rest]
    const filled = first.replace(/%([sdifoOc%])/g, (whole, kind: string) => {
      if (kind === '%') return '%'
      if (left.length === 0) return whole
      const value = left.shift()
      return kind === 'c' ? '' : tell(value)
    })
    texts = [cut(filled), ...left.map(tell)]
  } else texts = values.map(tell)
  const text = texts.join(' ')
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…（共 ${text.length} 字）` : text
}

const cut = (text: string): string =>
  text.length > longestText ? `${text.slice(0, longestText)}…（共 ${text.length} 字）` : text

/** A top-level text is not quoted. */
const tell = (value: unknown): string => (typeof value === 'string' ? cut(value) : told(value))

function told(value: unknown): string {
  try {
    return describe(value, 0, [])
  } catch {
    return '（无法读取）'
  }
}

function describe(value: unknown, depth: number, above: readonly object[]): string {
  if (typeof value === 'string') return JSON.stringify(cut(value))
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function') return `ƒ ${nameOf(value)}`
  if (typeof value !== 'object' || value === null) return String(value)
  if (above.includes(value)) return '（循环）'
  if (value instanceof Error) return errorText(value)
  if (value instanceof Date) return Number.isNaN(+value) ? 'Invalid Date' : value.toISOString()
  if (value instanceof RegExp) return String(value)
  if (typeof Node !== 'undefined' && value instanceof Node) return nodeText(value)
  if (depth >= mostDepth) return Array.isArray(value) ? '[…]' : '{…}'
  const inner = [...above, value]
  if (value instanceof Map || value instanceof Set) {
    const list = [...value].slice(0, mostMembers).map((one) => describe(one, depth + 1, inner))
    return `${value instanceof Map ? 'Map' : 'Set'}(${value.size}) {${list.join(', ')}}`
  }
  return members(value, depth, inner)
}

function members(value: object, depth: number, inner: readonly object[]): string {
  const isList = Array.isArray(value)
  const keys = Object.keys(value)
  const parts = keys.slice(0, mostMembers).map((key) => {
    // Getters are not invoked: they may have side effects.
    const own = Object.getOwnPropertyDescriptor(value, key)
    const text = own?.get ? '（取值函数）' : secret.test(key) ? '***' : describe(own?.value, depth + 1, inner)
    return isList ? text : `${key}: ${text}`
  })
  if (keys.length > mostMembers) parts.push(`…还有 ${keys.length - mostMembers} 项`)
  return isList ? `[${parts.join(', ')}]` : `${nameOf(value)}{${parts.join(', ')}}`
}

function nameOf(value: object): string {
  if (typeof value === 'function') return value.name || '匿名'
  const name = Object.getPrototypeOf(value)?.constructor?.name
  return !name || name === 'Object' ? '' : `${name} `
}

const nodeText = (node: Node): string =>
  node instanceof Element
    ? `<${node.localName}${node.id && `#${node.id}`}${[...node.classList].map((one) => `.${one}`).join('')}>`
    : node.nodeName

/** The error's stack, its cause, and the errors that it aggregates. */
export function errorText(error: Error, causes = 0): string {
  const { name, message, stack, cause } = error
  const head = `${name}: ${message}`
  const own =
    typeof stack === 'string' && stack !== '' ? (stack.includes(message) ? stack : `${head}\n${stack}`) : head
  const next =
    cause instanceof Error && causes < mostDepth ? errorText(cause, causes + 1) : cause && told(cause)
  return cut(own) + (next ? `\n原因：${next}` : '')
}
