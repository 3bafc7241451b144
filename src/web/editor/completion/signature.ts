// The call around the cursor: its signatures, and the current argument.
import type { SqlCatalog, SqlFunctionEntry } from '../types.ts'
import { eachOnLevel, isKeyword, nameOf, sameName, type Words } from './words.ts'

interface CallSignature {
  label: string
  /** Ranges of the parameters in the label. */
  parameters: [number, number][]
}

interface CallHelp {
  signatures: CallSignature[]
  description: string
  /** The first signature with that many parameters. */
  active: number
  argument: number
}

export function callAt(words: Words, offset: number, catalog: SqlCatalog): CallHelp | null {
  let at = words.all.findLastIndex(({ end }) => end <= offset)
  // In a word, or directly after an opening bracket, the surrounding bracket counts.
  let open = words.all[at]?.text === '(' ? at : (words.around[at] ?? -1)
  if (words.all[at]?.text === ')' && words.opening.has(at))
    open = words.around[words.opening.get(at) as number] ?? -1
  for (; open >= 0; open = words.around[open] ?? -1) {
    const entry = words.all[open]?.text === '(' ? functionBefore(words, open, catalog) : null
    if (!entry) continue
    at = words.all.findIndex(({ start }) => start >= offset)
    const argument = countCommas(words, open, at < 0 ? words.all.length : at)
    const signatures = entry.signatures.map(readSignature)
    const fitting = signatures.findIndex(({ parameters }) => parameters.length > argument)
    return { signatures, description: entry.description, active: Math.max(fitting, 0), argument }
  }
  return null
}

export function functionNamed(name: string, catalog: SqlCatalog): SqlFunctionEntry | null {
  return catalog.functions.find((entry) => sameName(entry.name, name)) ?? null
}

function functionBefore(words: Words, open: number, catalog: SqlCatalog): SqlFunctionEntry | null {
  const name = nameOf(words.all[open - 1])
  if (name === null || isKeyword(words, open - 1, 'in', 'from', 'join', 'as', 'over', 'and', 'or', 'not'))
    return null
  return functionNamed(name, catalog)
}

function countCommas(words: Words, open: number, to: number): number {
  let count = 0
  eachOnLevel(words, open + 1, to, (at) => {
    if (words.all[at]?.text === ',') count += 1
    return undefined
  })
  return count
}

/** `name(a: INTEGER, b: VARCHAR) → DATE`, the catalog's format. */
export function readSignature(label: string): CallSignature {
  const open = label.indexOf('(')
  const parameters: [number, number][] = []
  if (open < 0) return { label, parameters }
  let depth = 0
  let start = open + 1
  for (let at = open + 1; at < label.length; at++) {
    const char = label[at] as string
    if ('([{<'.includes(char)) depth += 1
    else if (depth > 0 && ')]}>'.includes(char)) depth -= 1
    else if (depth === 0 && (char === ',' || char === ')')) {
      const text = label.slice(start, at)
      const begin = start + (text.length - text.trimStart().length)
      if (text.trim() !== '') parameters.push([begin, begin + text.trim().length])
      start = at + 1
      if (char === ')') break
    }
  }
  return { label, parameters }
}
