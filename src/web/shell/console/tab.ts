// Carries the last console lines over a reload of the tab: a limited number in sessionStorage, removed as soon as they
// are read.
import { storedRoleData } from '../session.ts'
import { isRecord, type StoredKey } from '../storage.ts'
import { type ConsoleLine, consoleLevels } from './line.ts'

const key: StoredKey = 'console_lines'
const mostLines = 200
const mostCharacters = 200_000

const owner = (): string => storedRoleData()?.email ?? ''

export function writeTab(lines: readonly ConsoleLine[]): void {
  try {
    const kept = lines.slice(-mostLines)
    let text = JSON.stringify({ owner: owner(), lines: kept })
    while (text.length > mostCharacters && kept.length > 0) {
      kept.splice(0, Math.ceil(kept.length / 2))
      text = JSON.stringify({ owner: owner(), lines: kept })
    }
    sessionStorage.setItem(key, text)
  } catch {
    // Storage is blocked or full: the lines end with the page.
  }
}

/** Never returns another user's lines. */
export function readTab(): ConsoleLine[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    sessionStorage.removeItem(key)
    if (!isRecord(kept) || kept.owner !== owner() || !Array.isArray(kept.lines)) return []
    return kept.lines.filter(isLine)
  } catch {
    return []
  }
}

const isLine = (value: unknown): value is ConsoleLine =>
  isRecord(value) &&
  ['at', 'lastAt', 'times'].every((name) => typeof value[name] === 'number') &&
  ['text', 'stack', 'path', 'requestId'].every((name) => typeof value[name] === 'string') &&
  consoleLevels.includes(value.level as never)
