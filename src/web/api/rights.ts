// The server stamps its answers with the rights that they were given under. Another stamp than the one before means
// that the rights are others now: they are asked for anew, once, whichever call learnt of it.
import { useSession } from '../shell/session.ts'

let known: string | null = null
let renew: (() => Promise<void>) | null = null

/** Told once by main-web: how they are asked for. */
export function provideRights(given: () => Promise<void>): void {
  renew = given
}

export function noteRights(stamp: string | null): void {
  if (stamp === null || stamp === known) return
  const isChange = known !== null && useSession.getState().confirmed
  known = stamp
  // Where it fails the page goes on with what it knows: the server decides anyway.
  if (isChange) renew?.().catch(() => undefined)
}

useSession.subscribe(({ roleData }) => {
  if (roleData === null) known = null
})
