// The server stamps its answers with the user's rights. A changed stamp means changed rights: they are loaded
// again, once, whichever call noticed.
import { useSession } from '../shell/session.ts'

let known: string | null = null
let renew: (() => Promise<void>) | null = null

/** Set by main-web: how rights are loaded. */
export function provideRights(given: () => Promise<void>): void {
  renew = given
}

export function noteRights(stamp: string | null): void {
  if (stamp === null || stamp === known) return
  const isChange = known !== null && useSession.getState().confirmed
  known = stamp
  // After a failure the page continues with what it knows: the server decides anyway.
  if (isChange) renew?.().catch(() => undefined)
}

useSession.subscribe(({ roleData }) => {
  if (roleData === null) known = null
})
