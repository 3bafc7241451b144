// How a tag's value is written in messages and in its history.
import type { TagContent } from './ownTags.ts'

const mostCharacters = 200

export function shownValue({ kind, value }: TagContent): string {
  if (kind === 'flag') return value === true ? '是' : '否'
  const text = String(value)
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…`.toWellFormed() : text
}
