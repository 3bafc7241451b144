// A legend entry (level or status class) as a condition.

import { addTerm, run } from './actions.ts'
import { useLogs } from './store.ts'

export function addSeries(key: string): void {
  if (/^[1-5]xx$/.test(key)) {
    const { draft } = useLogs.getState()
    const rest = draft.replace(/\bstatus:\d00\.\.\d99\b/g, '').trim()
    run(`${rest} status:${key[0]}00..${key[0]}99`.trim())
  } else addTerm('is', { field: 'level', value: key })
}
