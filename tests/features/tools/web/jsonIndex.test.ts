// The byte index accepts the same JSON as JSON.parse, and both read the same values.
import { describe, expect, it } from 'vitest'
import { bytesOfFile, bytesOfText, textOf } from '#features/tools/web/json/engine/bytes.ts'
import { formatAll } from '#features/tools/web/json/engine/format.ts'
import { scanJson } from '#features/tools/web/json/engine/index.ts'
import { stringAt } from '#features/tools/web/json/engine/keys.ts'
import { OpenText } from '#features/tools/web/json/engine/openText.ts'
import { JsonProblem } from '#features/tools/web/json/engine/problem.ts'
import { JsonRows } from '#features/tools/web/json/engine/rows.ts'
import {
  childrenOf,
  countAt,
  type JsonDocument,
  kindAt,
  valueEnd,
} from '#features/tools/web/json/engine/walk.ts'
import { randomJson, randomOf } from './random.ts'

const rounds = process.env.LONG ? 20_000 : 400

function read(text: string): JsonDocument {
  const { bytes, length } = bytesOfText(text)
  return { bytes, length, ...scanJson(bytes, length) }
}

function valueFrom(document: JsonDocument, at: number): unknown {
  const { bytes } = document
  const kind = kindAt(bytes, at)
  if (kind === 'string') return stringAt(bytes, at)
  if (kind !== 'object' && kind !== 'array') return JSON.parse(textOf(bytes, at, valueEnd(document, at)))
  const members: [string, unknown][] = []
  for (const child = childrenOf(document, at); child.next(); )
    members.push([
      child.key < 0 ? String(child.place) : stringAt(bytes, child.key),
      valueFrom(document, child.value),
    ])
  expect(countAt(document, at)).toBe(members.length)
  return kind === 'array' ? members.map(([, value]) => value) : Object.fromEntries(members)
}

const taken = (work: () => unknown): boolean => {
  try {
    work()
    return true
  } catch (error) {
    if (error instanceof JsonProblem || error instanceof SyntaxError) return false
    throw error
  }
}

describe('a text that is JSON', () => {
  it('is read as JSON.parse reads it, written anew without a change, and its rows are all there', () => {
    const random = randomOf(7)
    for (let round = 0; round < rounds; round++) {
      const text = ` ${randomJson(random)}\n`
      const document = read(text)
      const root = document.roots[0] as number
      expect(valueFrom(document, root)).toEqual(JSON.parse(text))
      const made = formatAll(document, { indent: random() < 0.5 ? 2 : 0, sortKeys: random() < 0.5 })
      expect(JSON.parse(textOf(made, 0, made.length))).toEqual(JSON.parse(text))
      const whole = new JsonRows(document)
      whole.openTo(100)
      const target = whole.row(Math.floor(random() * whole.size)).value
      const narrow = new JsonRows(document)
      expect(narrow.row(narrow.reveal(target)).value).toBe(target)
      while (narrow.row(0).isOpen) narrow.collapse(0)
      expect(narrow.size).toBe(1)
    }
  })

  it('is what JSON.parse takes, whatever byte is changed', () => {
    const random = randomOf(11)
    for (let round = 0; round < rounds * 4; round++) {
      const text = randomJson(random, 2)
      const at = Math.floor(random() * (text.length + 1))
      const by = ['', ',', '"', '{', '}', '[', ']', ':', '\\', '0', '.', 'e', '-', 'n', '\u0001', '\u00a0'][
        Math.floor(random() * 16)
      ] as string
      const changed = text.slice(0, at) + by + text.slice(at + Math.floor(random() * 2))
      expect([changed, taken(() => read(changed))]).toEqual([changed, taken(() => JSON.parse(changed))])
    }
  })
})

describe('exactly', () => {
  it('numbers, equal keys and halves of characters stay', async () => {
    const openText = new OpenText()
    await openText.open(
      '{"big":12345678901234567890,"big":1e400,"small":0.1000000000000000055,"minus":-0,"half":"\ud800"}',
    )
    const { rows } = openText.rows(0, 10)
    expect(rows.map(({ label, text }) => [label, text]).slice(1)).toEqual([
      ['big', '12345678901234567890'],
      ['big', '1e400'],
      ['small', '0.1000000000000000055'],
      ['minus', '-0'],
      ['half', '"\\ud800"'],
    ])
    expect(rows.map(({ isDuplicate }) => isDuplicate)).toEqual([false, false, true, false, false, false])
    expect(rows[1]?.hint).toEqual({ kind: 'inexact', as: '12345678901234567000' })
    expect(rows[4]?.hint).toBeNull()
  })

  it('keys are what their escapes say', async () => {
    const openText = new OpenText()
    await openText.open('{"\\\\":1,"a,b:{}[]\\n":2,"\\u0061":3}')
    expect([1, 2, 3].map((row) => openText.copied(row, 'key', false))).toEqual(['\\', 'a,b:{}[]\n', 'a'])
  })

  it('100,000 levels open, are revealed and written', async () => {
    const openText = new OpenText()
    const levels = 100_000
    await openText.open(`${'[{"a":'.repeat(levels / 2)}"here"${'}]'.repeat(levels / 2)}`)
    expect(openText.search('here').count).toBe(1)
    const { at, total } = openText.match(0)
    expect([at, total]).toEqual([levels, levels + 1])
    expect(openText.detail(at, false)?.path).toHaveLength(1 + (levels / 2) * 5)
    expect((await openText.format({ indent: 0, sortKeys: false }).text()).length).toBe(levels * 4 + 6)
  })

  it('each encoding is read, and broken bytes are told', () => {
    const text = '{"名":"值"}'
    const of16 = (isBig: boolean) => {
      const bytes = new Uint8Array(text.length * 2)
      for (let at = 0; at < text.length; at++)
        new DataView(bytes.buffer).setUint16(at * 2, text.charCodeAt(at), !isBig)
      return bytes
    }
    const gbk = Uint8Array.from([0x7b, 0x22, 0xc3, 0xfb, 0x22, 0x3a, 0x22, 0xd6, 0xb5, 0x22, 0x7d])
    const utf8 = new TextEncoder().encode(`\uFEFF${text}`)
    for (const [bytes, encoding] of [
      [of16(false), 'UTF-16LE'],
      [of16(true), 'UTF-16BE'],
      [gbk, 'GB18030'],
      [utf8, 'UTF-8'],
    ] as const) {
      const found = bytesOfFile(bytes)
      expect([found.encoding, textOf(found.bytes, 0, found.length)]).toEqual([encoding, text])
    }
    expect(bytesOfFile(Uint8Array.from([0x22, 0xff, 0xfe, 0x80, 0x22])).isBroken).toBe(true)
  })
})
