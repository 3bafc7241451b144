// Walks through JSON text strictly, value by value, without building anything: numbers keep their digits, keys
// their order and their repetitions, and a fault has its place.

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'

/** Why a text is no valid JSON, and where. */
export class JsonFault extends Error {
  readonly at: number
  /** Valid perhaps, but too deep to be read. */
  readonly isDeep: boolean

  constructor(what: string, at: number, isDeep = false) {
    super(what)
    this.at = at
    this.isDeep = isDeep
  }
}

/** Deeper values are refused: each level takes some of the stack. */
const mostLevels = 1000

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters end a string as written
const plainText = /[^"\\\u0000-\u001f]*/y
const escapeText = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y
const numberText = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const words: [text: string, kind: JsonKind][] = [
  ['true', 'boolean'],
  ['false', 'boolean'],
  ['null', 'null'],
]

export class JsonScanner {
  readonly text: string
  at: number
  #level = 0

  constructor(text: string, at = 0) {
    this.text = text
    this.at = at
  }

  /** The next character that is no blank; empty at the end. */
  next(): string {
    const { text } = this
    for (;;) {
      const code = text.charCodeAt(this.at)
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return text.charAt(this.at)
      this.at += 1
    }
  }

  /** Passes a value and returns its kind. */
  pass(): JsonKind {
    const first = this.next()
    if (first === '"') return this.#passString()
    if (first === '{') {
      this.members(() => this.pass())
      return 'object'
    }
    if (first === '[') {
      for (const _ of this.elements()) this.pass()
      return 'array'
    }
    if (first === '-' || (first >= '0' && first <= '9')) return this.#passNumber()
    for (const [word, kind] of words) {
      if (!this.text.startsWith(word, this.at)) continue
      this.at += word.length
      return kind
    }
    throw this.#fault()
  }

  /** Passes an object; `take` has to pass each member's value. */
  members(take: (key: string) => void): void {
    this.#open('{')
    let isLast = this.next() === '}'
    while (!isLast) {
      if (this.next() !== '"') throw this.#fault()
      const start = this.at
      this.#passString()
      const key = stringOf(this.text.slice(start, this.at))
      this.#expect(':')
      take(key)
      isLast = this.next() !== ','
      if (!isLast) this.at += 1
    }
    this.#close('}')
  }

  /** Passes an array; the caller has to pass each element. */
  *elements(): Generator<void> {
    this.#open('[')
    let isLast = this.next() === ']'
    while (!isLast) {
      yield
      isLast = this.next() !== ','
      if (!isLast) this.at += 1
    }
    this.#close(']')
  }

  /** Nothing may follow the value. */
  end(): void {
    if (this.next() !== '') throw this.#fault()
  }

  #open(mark: string): void {
    this.#expect(mark)
    this.#level += 1
    if (this.#level > mostLevels) throw new JsonFault('嵌套过深', this.at - 1, true)
  }

  #close(mark: string): void {
    this.#expect(mark)
    this.#level -= 1
  }

  #expect(mark: string): void {
    if (this.next() !== mark) throw this.#fault()
    this.at += 1
  }

  #passString(): 'string' {
    const { text } = this
    let at = this.at + 1
    for (;;) {
      plainText.lastIndex = at
      plainText.test(text)
      at = plainText.lastIndex
      const code = text.charCodeAt(at)
      if (code === 34) {
        this.at = at + 1
        return 'string'
      }
      escapeText.lastIndex = at
      if (code !== 92 || !escapeText.test(text)) {
        this.at = at
        throw this.#fault()
      }
      at = escapeText.lastIndex
    }
  }

  #passNumber(): 'number' {
    numberText.lastIndex = this.at
    if (!numberText.test(this.text)) {
      this.at += 1
      throw this.#fault()
    }
    this.at = numberText.lastIndex
    return 'number'
  }

  #fault(): JsonFault {
    const character = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0)
    if (this.at >= this.text.length) return new JsonFault('内容没有写完', this.at)
    return new JsonFault(`「${controls[character] ?? character}」处写法有误`, this.at)
  }
}

const controls: Record<string, string> = { '\n': '换行', '\r': '换行', '\t': '制表符', '\0': 'NUL' }

/** The text of a string as written, with its quotes. */
export function stringOf(written: string): string {
  return written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1)
}

/** A value as written, without blanks and needless escapes. */
export function compact(written: string): string {
  if (!/[\s\\]/.test(written)) return written
  const scanner = new JsonScanner(written)
  const mark = /[^\s"]*/y
  let text = ''
  while (scanner.next() !== '') {
    const start = scanner.at
    if (written[start] === '"') {
      scanner.pass()
      const string = written.slice(start, scanner.at)
      text += string.includes('\\') ? JSON.stringify(JSON.parse(string)) : string
    } else {
      mark.lastIndex = start
      mark.test(written)
      scanner.at = mark.lastIndex
      text += written.slice(start, scanner.at)
    }
  }
  return text
}

/** The fault's place and what it is; with the line where the text has several. */
export function placeOf(text: string, { at, message }: JsonFault): string {
  const before = text.slice(0, at)
  const column = at - before.lastIndexOf('\n')
  const line = text.includes('\n') ? `第 ${before.split('\n').length} 行` : ''
  return `${line}第 ${column} 个字符${message}`
}
