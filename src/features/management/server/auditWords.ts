// Audit details contain names of columns, jobs and logs for which only the server's declarations have titles.

import type { TitledKind } from '#server/objects/types.ts'
import { ownStores } from '#server/ownLogs/stores.ts'

export interface Declared {
  objects: readonly TitledKind[]
  jobs: readonly { name: string; title: string }[]
}

/** The same JSON with these names replaced by titles; the page words the rest. */
export function wordedDetail(action: string, detail: string, { objects, jobs }: Declared): string {
  const [noun = ''] = action.split('.', 1)
  const kind = objects.find(({ name }) => name === noun)
  const known = parsed(detail)
  if (known === null) return detail
  const titles = (field: unknown) => kind?.fields[String(field)]?.title ?? field
  return JSON.stringify({
    ...known,
    ...(Array.isArray(known.fields) && { fields: [...new Set(known.fields.map(titles))] }),
    ...((noun === 'job' || noun === 'schedule') && { kind: titleIn(jobs, known.kind) }),
    ...(noun === 'log' && { logStore: titleIn(ownStores, known.logStore) }),
  })
}

const titleIn = (of: readonly { name: string; title: string }[], name: unknown): unknown =>
  of.find((one) => one.name === name)?.title ?? name

/** One unreadable row must not hide the others. */
function parsed(detail: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(detail)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
