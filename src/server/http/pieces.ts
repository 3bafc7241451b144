// Serializes a value as JSON in pieces: long lists yield to other work between their items.
import { breathe } from '../limits/breath.ts'

const itemsAtOnce = 50

/** The same text as JSON.stringify's, for JSON values. Lists inside a list are serialized in one step. */
export async function* jsonPieces(value: unknown): AsyncGenerator<string> {
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += itemsAtOnce) {
      const part = JSON.stringify(value.slice(at, at + itemsAtOnce)).slice(1, -1)
      yield (at === 0 ? '[' : ',') + part
      await breathe()
    }
    yield value.length === 0 ? '[]' : ']'
  } else if (typeof value === 'object' && value !== null) {
    let before = '{'
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue
      yield `${before}${JSON.stringify(name)}:`
      yield* jsonPieces(member)
      before = ','
    }
    yield before === '{' ? '{}' : '}'
  } else yield JSON.stringify(value)
}
