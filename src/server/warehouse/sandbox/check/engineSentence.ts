// The engine's own sentence, for a message that has no translation. It names nothing that is not in the reader's
// text: no paths, tables of others, catalogs or names of our own.
import { allowedFunctions } from './allowed.ts'
import { engineWords } from './engineWords.ts'

/** Advice about settings, extensions and files, which the sandbox has none of. */
const advice =
  /\b(?:SET|RESET|PRAGMA|LOAD|INSTALL|ATTACH)\b|\b(?:extensions?|configur\w+|settings?|DuckDB|databases?|versions?|files?|director\w+|catalogs?|https?)\b/i

const longest = 300

export function engineSentence(message: string, sql: string): string {
  const [line = ''] = message.trim().split('\n')
  const sentences = line.split(/(?<=[.!;])\s+/)
  const kept = sentences.filter((sentence) => !advice.test(sentence))
  const told = named(kept.join(' '), sql.toLowerCase()).trim()
  // What is left of a sentence of names alone says nothing.
  if ((told.match(/[a-z]{2,}/gi) ?? []).length < 2) return ''
  return told.length > longest ? `${told.slice(0, longest)}…` : told
}

/** A text in quotes, or a word with what belongs to a name or a path. An apostrophe within a word is no quote. */
const pieces = /"([^"]*)"|(?<![\p{L}\p{N}])'([^']*)'|[\p{L}\p{N}_$@%#~/\\.:+*-]+(?:'[a-z]+)?/gu

function named(text: string, sql: string): string {
  const isOwn = (name: string) => name !== '' && sql.includes(name.toLowerCase())
  const shown = text
    .replace(/\b(?:main|temp|system)\./g, '')
    .replace(/\b(?:STRING|INTEGER)_LITERAL\b/g, (type) => (type.startsWith('S') ? 'VARCHAR' : 'INTEGER'))
    .replace(pieces, (piece, double?: string, single?: string) => {
      const quoted = double ?? single
      if (quoted === undefined) return isOwn(piece) || isPlain(piece) ? piece : '…'
      return isOwn(quoted) || isType(quoted) ? piece : '…'
    })
  return shown.replace(afterNoun, (all, before: string, name: string) => (isOwn(name) ? all : `${before}…`))
}

/** A name that is one of the engine's words too: known by the noun before it and the verb behind. */
const afterNoun =
  /(\b(?:named?|tables?|views?|schemas?|columns?|macros?|entry|sequences?|user)\s+)([A-Za-z]+)(?=\s+(?:does|do|is|was|has|exists?|could|can|cannot|already|not)\b|[.!]?$)/gi

const functions = new Set([...allowedFunctions('value'), ...allowedFunctions('table')])

/** A word of the engine's, a keyword, a figure or a function's name. */
function isPlain(piece: string): boolean {
  const word = piece.replace(/[.:!]$/, '')
  return (
    word.split(/[-/]/).every((part) => part.length === 1 || engineWords.has(part.toLowerCase())) ||
    /^[-+]?[\d.]+%?$/.test(word) ||
    /^[-+*:.]*$/.test(word) ||
    isType(word) ||
    functions.has(word.toLowerCase())
  )
}

const isType = (text: string): boolean =>
  /^(?:[A-Z]+|TIMESTAMP_(?:NS|MS|S|TZ)|TIME_(?:NS|TZ)|U?INT\d+)(?:\([\d, ]*\))?(?:\[\d*\])*$/.test(text)
