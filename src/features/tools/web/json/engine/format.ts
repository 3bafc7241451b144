// Reformats JSON: indented, on one line, or with sorted keys. Numbers and strings keep their notation.
import { stringAt } from './keys.ts'
import { type Children, childrenOf, isContainer, type JsonDocument, valueEnd } from './walk.ts'

export interface FormatOptions {
  /** Spaces per level; 0 puts everything on one line. */
  indent: number
  sortKeys: boolean
}

/** Deeper levels are not indented further: the spaces of 100,000 levels would be 20 GB. */
const deepestIndent = 50
const mostFormatted = 512 * 1024 * 1024

class Out {
  bytes = new Uint8Array(1 << 16)
  size = 0

  room(more: number): void {
    if (this.size + more <= this.bytes.length) return
    if (this.size + more > mostFormatted) throw new RangeError('too large')
    const wider = new Uint8Array(Math.max(this.bytes.length * 2, this.size + more))
    wider.set(this.bytes.subarray(0, this.size))
    this.bytes = wider
  }

  byte(byte: number): void {
    this.room(1)
    this.bytes[this.size++] = byte
  }

  copy(bytes: Uint8Array, from: number, to: number): void {
    this.room(to - from)
    if (to - from > 32) this.bytes.set(bytes.subarray(from, to), this.size)
    else for (let at = from; at < to; at++) this.bytes[this.size + at - from] = bytes[at] as number
    this.size += to - from
  }

  line(depth: number, indent: number): void {
    if (indent === 0) return
    const blanks = Math.min(depth, deepestIndent) * indent
    this.room(blanks + 1)
    this.bytes[this.size++] = 10
    this.bytes.fill(32, this.size, this.size + blanks)
    this.size += blanks
  }
}

interface Member {
  key: number
  value: number
}

function sortedMembers(document: JsonDocument, container: number): Children {
  const members: (Member & { text: string })[] = []
  for (const child = childrenOf(document, container); child.next(); )
    members.push({ key: child.key, value: child.value, text: stringAt(document.bytes, child.key) })
  members.sort((one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0))
  const sorted: Children = {
    key: -1,
    value: -1,
    place: -1,
    next: () => {
      const member = members[++sorted.place]
      if (!member) return false
      sorted.key = member.key
      sorted.value = member.value
      return true
    },
  }
  return sorted
}

/** Formats one value; throws RangeError when the result is too large. */
export function formatValue(document: JsonDocument, from: number, options: FormatOptions): Uint8Array {
  const out = new Out()
  write(document, from, options, out)
  return out.bytes.subarray(0, out.size)
}

/** Formats all values, each on its own line when there are several. */
export function formatAll(document: JsonDocument, options: FormatOptions): Uint8Array {
  const out = new Out()
  for (const [at, root] of document.roots.entries()) {
    if (at > 0) out.byte(10)
    write(document, root, document.roots.length > 1 ? { ...options, indent: 0 } : options, out)
  }
  return out.bytes.subarray(0, out.size)
}

function write(document: JsonDocument, from: number, { indent, sortKeys }: FormatOptions, out: Out): void {
  const { bytes } = document
  const open: { children: Children; close: number; isFirst: boolean }[] = []
  const enter = (value: number) => {
    const isObject = bytes[value] === 123
    out.byte(isObject ? 123 : 91)
    open.push({
      children: isObject && sortKeys ? sortedMembers(document, value) : childrenOf(document, value),
      close: isObject ? 125 : 93,
      isFirst: true,
    })
  }
  if (isContainer(bytes, from)) enter(from)
  else out.copy(bytes, from, valueEnd(document, from))
  for (let last = open[0]; last; last = open.at(-1)) {
    const { children } = last
    if (!children.next()) {
      open.pop()
      if (!last.isFirst) out.line(open.length, indent)
      out.byte(last.close)
      continue
    }
    if (!last.isFirst) out.byte(44)
    last.isFirst = false
    out.line(open.length, indent)
    if (children.key >= 0) {
      out.copy(bytes, children.key, valueEnd(document, children.key))
      out.byte(58)
      if (indent > 0) out.byte(32)
    }
    if (isContainer(bytes, children.value)) enter(children.value)
    else out.copy(bytes, children.value, valueEnd(document, children.value))
  }
}
