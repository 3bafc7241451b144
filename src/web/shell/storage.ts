// localStorage that may be blocked, full or hold somebody else's text: then memory serves, for this tab alone.

const memory = new Map<string, string>()

export function readText(key: string): string | null {
  try {
    return window.localStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

export function writeText(key: string, text: string): void {
  try {
    window.localStorage.setItem(key, text)
    memory.delete(key)
  } catch {
    memory.set(key, text)
  }
}

export function removeText(key: string): void {
  memory.delete(key)
  try {
    window.localStorage.removeItem(key)
  } catch {
    // Blocked: nothing was kept there.
  }
}

/** Broken or foreign JSON reads as null; so does what `fits` turns away. */
export function readJson<Value>(key: string, fits: (value: unknown) => value is Value): Value | null {
  const text = readText(key)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return fits(value) ? value : null
  } catch {
    return null
  }
}

export function writeJson(key: string, value: unknown): void {
  writeText(key, JSON.stringify(value))
}

/** Whether what is written survives a reload. */
export function storageWorks(): boolean {
  try {
    const probe = 'storage_probe'
    window.localStorage.setItem(probe, probe)
    window.localStorage.removeItem(probe)
    return true
  } catch {
    return false
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
