// Where a saved query opens, and where a new one is written.
import { goTo } from '#web/shell/keys/run.ts'

/** The workspace with a new, empty tab. */
export const newQueryAddress = '/code/query?new=1'

export const queryAddress = (id: string): string => `/code/query?${new URLSearchParams({ query: id })}`

export const openQuery = (id: string): void => goTo(queryAddress(id))
