// Repairs almost valid JSON: JavaScript and Python literals, comments, extra or missing commas, truncated
// texts. The user is told what was changed, and where first.

export interface Repair {
  what: string
  /** Line of the first place, from 1. */
  line: number
  times: number
}

interface Repaired {
  text: string
  repairs: Repair[]
}

/** Longer texts are not repaired. */
const longestRepaired = 8_000_000

const words: Readonly<Record<string, string>> = {
  true: 'true',
  false: 'false',
  null: 'null',
  True: 'true',
  False: 'false',
  None: 'null',
  undefined: 'null',
  nil: 'null',
  TRUE: 'true',
  FALSE: 'false',
  NULL: 'null',
}
const closing: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' }
const quotes: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '“': '”', '‘': '’' }
const bareWord = /[\p{L}_$][\p{L}\p{N}_$.-]*/uy
const numberWord =
  /[+-]?(?:0[xX][\da-fA-F]+|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|Infinity|NaN)/y
const strictNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Null when the text can't be repaired. */
export function repairJson(text: string): Repaired | null {
  if (text.length > longestRepaired) return null
  const unwrapped = unwrap(text)
  const mender = new Mender(unwrapped.text)
  const mended = mender.run()
  if (mended === null) return null
  const repairs = [...unwrapped.repairs, ...mender.repairs.values()]
  return repairs.length === 0 ? null : { text: mended, repairs }
}

/** A JSON text inside another string, or inside an address. */
function unwrap(text: string): Repaired {
  const start = text.trimStart().slice(0, 40)
  try {
    if (/^[[{]\s*(?:\[\s*|\{\s*)*\\"/.test(start))
      return {
        text: JSON.parse(`"${text.trim().replaceAll(/\r?\n/g, '')}"`) as string,
        repairs: [{ what: '去掉了引号前的反斜杠', line: 1, times: 1 }],
      }
    if (/^%(?:7B|5B)/i.test(start))
      return {
        text: decodeURIComponent(text.trim()),
        repairs: [{ what: '还原了 URL 编码', line: 1, times: 1 }],
      }
  } catch {
    // It only looked like one.
  }
  return { text, repairs: [] }
}

class Mender {
  readonly text: string
  readonly repairs = new Map<string, Repair>()
  readonly #out: string[] = []
  readonly #open: string[] = []
  #at = 0
  #line = 1
  #lineAt = 0

  constructor(text: string) {
    this.text = text.replace(/^\uFEFF/, '')
  }

  #note(what: string): void {
    for (; this.#lineAt < this.#at; this.#lineAt++) if (this.text[this.#lineAt] === '\n') this.#line++
    const known = this.repairs.get(what)
    if (known) known.times++
    else this.repairs.set(what, { what, line: this.#line, times: 1 })
  }

  run(): string | null {
    this.#prefix()
    this.#values()
    return this.#out.some((part) => part === '{' || part === '[') ? this.#out.join('') : null
  }

  /** `var x =`, `callback(`, the beginning of a log line. */
  #prefix(): void {
    this.#skip()
    if (/[{["'“]/.test(this.text[this.#at] ?? '')) return
    const start = this.text.slice(this.#at).search(/[{[]/)
    if (start < 0) return
    this.#at += start
    this.#note('去掉了 JSON 之前的文字')
  }

  /** A sequence of values, with the missing commas added. */
  #values(): void {
    let isKey = false
    let needsComma = false
    for (;;) {
      this.#skip()
      const next = this.text[this.#at]
      if (next === undefined) {
        this.#end()
        return
      }
      const top = this.#open.at(-1)
      if (next === ',' || next === '，' || (next === ';' && top !== undefined)) {
        if (next !== ',') this.#note('中文标点改为英文标点')
        this.#at++
        if (!needsComma) this.#note('去掉了多余的逗号')
        needsComma = this.#commaComes()
        if (needsComma) this.#out.push(',')
        needsComma = false
        isKey = top === '{'
        continue
      }
      if (next === '}' || next === ']' || next === ')') {
        if (top === undefined) {
          this.#rest()
          return
        }
        this.#close(next)
        if (this.#open.length === 0 && this.#done()) return
        needsComma = true
        isKey = false
        continue
      }
      if (this.text.startsWith('...', this.#at) || next === '…') {
        this.#note('去掉了省略号')
        this.#at += next === '…' ? 1 : 3
        continue
      }
      if (needsComma) {
        this.#note('补上了缺少的逗号')
        this.#out.push(',')
        isKey = top === '{'
      }
      if (isKey) {
        this.#key()
        isKey = false
        needsComma = false
        this.#skip()
        if (/^[,}\]]?$/.test(this.text[this.#at] ?? '')) {
          this.#note('补上了缺少的值')
          this.#out.push('null')
          needsComma = true
        }
        continue
      }
      const opened = this.#value()
      if (opened === null) {
        // Nothing can be made of this character.
        this.#note('去掉了无法识别的字符')
        this.#at++
        continue
      }
      isKey = opened === '{'
      needsComma = opened === ''
      if (opened === '' && this.#open.length === 0 && this.#done()) return
    }
  }

  /** Whether something follows the comma. */
  #commaComes(): boolean {
    this.#skip()
    const next = this.text[this.#at]
    if (next === '}' || next === ']' || next === ')' || next === undefined) {
      this.#note('去掉了多余的逗号')
      return false
    }
    return next !== ',' && next !== '，'
  }

  #close(next: string): void {
    const wanted = closing[this.#open.pop() as string]
    if (next === wanted) this.#at++
    else this.#note('补上了缺少的括号')
    this.#out.push(wanted === ')' ? ']' : (wanted as string))
  }

  #end(): void {
    while (this.#open.length > 0) this.#close('')
  }

  /** After the outermost value: true when nothing useful follows. */
  #done(): boolean {
    const from = this.#at
    this.#skip()
    if (this.#at >= this.text.length) return true
    if (/[{[]/.test(this.text[this.#at] as string) && this.text.slice(from, this.#at).includes('\n')) {
      this.#out.push('\n')
      return false
    }
    this.#rest()
    return true
  }

  #rest(): void {
    if (!/^[\s;)]*$/.test(this.text.slice(this.#at, this.#at + 20)) || this.text.length > this.#at + 20)
      this.#note('去掉了 JSON 之后的文字')
    else this.#note('去掉了结尾的符号')
    this.#at = this.text.length
  }

  #skip(): void {
    for (;;) {
      const next = this.text[this.#at]
      if (next !== undefined && /\s/.test(next)) this.#at++
      else if (next === '#' || this.text.startsWith('//', this.#at)) this.#comment('\n', 0)
      else if (this.text.startsWith('/*', this.#at)) this.#comment('*/', 2)
      else return
    }
  }

  #comment(end: string, more: number): void {
    this.#note('去掉了注释')
    const found = this.text.indexOf(end, this.#at + 1)
    this.#at = found < 0 ? this.text.length : found + more
  }

  #key(): void {
    const start = this.text[this.#at] as string
    if (Object.hasOwn(quotes, start)) this.#string()
    else {
      const word = this.#take(bareWord) ?? this.#take(numberWord)
      if (word === null) {
        this.#note('去掉了无法识别的字符')
        this.#at++
        this.#out.push('""')
      } else {
        this.#note('给键加上了双引号')
        this.#out.push(JSON.stringify(word))
      }
    }
    this.#skip()
    const next = this.text[this.#at]
    if (next === ':') this.#at++
    else if (next === '：') {
      this.#note('中文标点改为英文标点')
      this.#at++
    } else if (this.text.startsWith('=>', this.#at)) {
      this.#note('箭头改为冒号')
      this.#at += 2
    } else if (next === '=') {
      this.#note('等号改为冒号')
      this.#at++
    } else this.#note('补上了缺少的冒号')
    this.#out.push(':')
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.text)?.[0]
    if (found === undefined) return null
    this.#at += found.length
    return found
  }

  /** The bracket that was opened, '' for a complete value, null for nothing. */
  #value(): string | null {
    const start = this.text[this.#at] as string
    if (start in closing) {
      this.#at++
      this.#open.push(start)
      if (start === '(') this.#note('圆括号改为方括号')
      this.#out.push(start === '(' ? '[' : start)
      return start
    }
    if (Object.hasOwn(quotes, start)) {
      this.#string()
      return ''
    }
    return this.#number() || this.#word() ? '' : null
  }

  #number(): boolean {
    const before = this.#at
    const found = this.#take(numberWord)
    if (found === null) return false
    if (/[\p{L}\p{N}_$-]/u.test(this.text[this.#at] ?? '')) {
      // 2026-11-23 and 12ab are not numbers.
      this.#at = before
      const word = /[^\s,，;{}[\]()"'：]+/y
      const bare = this.#take(word) ?? found
      this.#note('给文字加上了双引号')
      this.#out.push(JSON.stringify(bare))
      return true
    }
    if (strictNumber.test(found)) this.#out.push(found)
    else this.#out.push(this.#asNumber(found))
    return true
  }

  #asNumber(found: string): string {
    if (/^[+-]?0x/i.test(found)) {
      this.#note('十六进制数改为十进制')
      const value = BigInt(found.replace(/^[+-]/, ''))
      return String(found.startsWith('-') ? -value : value)
    }
    const plain = found
      .replace(/^\+/, '')
      .replace(/^(-?)\./, '$10.')
      .replace(/\.(?=$|[eE])/, '')
    if (strictNumber.test(plain)) {
      this.#note('改正了数字的写法')
      return plain
    }
    this.#note(/\d/.test(found) ? '以 0 开头的数字改为字符串' : 'NaN、Infinity 改为字符串')
    return JSON.stringify(found)
  }

  #word(): boolean {
    const found = this.#take(bareWord)
    if (found === null) return false
    const known = Object.hasOwn(words, found) ? words[found] : undefined
    const next = this.text[this.#at]
    if (/^(?:[ubrf]|br|rb)$/i.test(found) && (next === '"' || next === "'")) {
      this.#note('去掉了字符串前的字母')
      this.#string()
    } else if (next === '(') this.#call(found)
    else if (known !== undefined) {
      if (known !== found) this.#note(`${found} 改为 ${known}`)
      this.#out.push(known)
    } else {
      this.#note(/^(?:NaN|Infinity)$/.test(found) ? 'NaN、Infinity 改为字符串' : '给文字加上了双引号')
      this.#out.push(JSON.stringify(found))
    }
    return true
  }

  /** ObjectId("…"), NumberLong(1), Decimal('1.5'): keeps the value in the parentheses. */
  #call(name: string): void {
    const rest = this.text.slice(this.#at, this.#at + 400)
    const found = /^\(\s*(?:"([^"\\]*)"|'([^'\\]*)'|(-?\d+(?:\.\d+)?))?\s*\)/.exec(rest)
    if (!found) {
      this.#out.push(JSON.stringify(name))
      this.#note('给文字加上了双引号')
      return
    }
    this.#note(`去掉了 ${name.slice(0, 40)}( )`)
    this.#at += found[0].length
    this.#out.push(found[3] ?? JSON.stringify(found[1] ?? found[2] ?? ''))
  }

  #string(): void {
    const start = this.text[this.#at] as string
    const end = quotes[start] as string
    if (start !== '"') this.#note('单引号等改为双引号')
    this.#at++
    const parts: string[] = []
    let from = this.#at
    const keep = () => parts.push(this.text.slice(from, this.#at))
    for (;;) {
      const next = this.text[this.#at]
      if (next === undefined) {
        keep()
        this.#note('补上了字符串的结尾')
        break
      }
      if (next === end) {
        keep()
        this.#at++
        break
      }
      if (next === '\\') {
        keep()
        parts.push(this.#escape())
        from = this.#at
      } else this.#at++
    }
    const text = parts.join('')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not stand in a string.
    if (/[\u0000-\u001f]/.test(text) && parts.some((part) => part.includes('\n') || part.includes('\t')))
      this.#raw(text)
    this.#out.push(JSON.stringify(text))
  }

  #raw(text: string): void {
    if (text.includes('\n')) this.#note('字符串里的换行改为 \\n')
    else this.#note('转义了字符串里的控制字符')
  }

  #escape(): string {
    const kind = this.text[this.#at + 1] ?? ''
    const hex = /^(?:u([\da-fA-F]{4})|x([\da-fA-F]{2}))/.exec(this.text.slice(this.#at + 1, this.#at + 6))
    if (hex) {
      this.#at += 1 + hex[0].length
      if (hex[2]) this.#note('\\x 转义改为 \\u')
      return String.fromCharCode(Number.parseInt((hex[1] ?? hex[2]) as string, 16))
    }
    this.#at += 2
    const known: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
    if (Object.hasOwn(known, kind)) return known[kind] as string
    if (/["\\/]/.test(kind)) return kind
    this.#note('改正了无法识别的转义')
    return kind === "'" || kind === '`' || kind === '\n' ? kind.replace('\n', '') : `\\${kind}`
  }
}
