// Hands content from one page to the next within a tab, such as a statement that becomes a report. It can be taken
// once.
import type { StoredKey } from './storage.ts'

const nameOf = (purpose: string): StoredKey => `handed-over:${purpose}`

export function handOver(purpose: string, content: unknown): void {
  try {
    sessionStorage.setItem(nameOf(purpose), JSON.stringify(content))
  } catch {
    // Storage is full or blocked: the next page starts empty.
  }
}

export function takeHandedOver(purpose: string): unknown {
  try {
    const text = sessionStorage.getItem(nameOf(purpose))
    sessionStorage.removeItem(nameOf(purpose))
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
