// Where a saved query opens, and where a new one is written.
import { pages } from '#shared/pages.ts'
import { goTo } from '#web/shell/keys/run.ts'

/** The workspace with a new, empty tab. */
export const newQueryAddress = pages.codeQuery({ new: '1' })

export const queryAddress = (id: string): string => pages.codeQuery({ query: id })

export const openQuery = (id: string): void => goTo(queryAddress(id))
