// This reader's former queries, in this browser: newest first, separate per user.
import { useSession } from '#web/shell/session.ts'
import { readJson, type StoredKey, writeJson } from '#web/shell/storage.ts'

const mostQueries = 50

const keyOf = (): StoredKey => `logQueries:${useSession.getState().roleData?.email ?? ''}`
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

export const askedQueries = (): readonly string[] => readJson(keyOf(), isTexts) ?? []

export function rememberQuery(query: string): void {
  const text = query.trim()
  if (text === '') return
  const others = askedQueries().filter((one) => one !== text)
  writeJson(keyOf(), [text, ...others].slice(0, mostQueries))
}
