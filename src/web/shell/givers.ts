// The users who can grant a missing right: their names, loaded when somebody first lacks one.
import { useEffect } from 'react'
import { create } from 'zustand'
import { useSession } from './session.ts'

type GiversSource = () => Promise<readonly string[]>

let source: GiversSource | null = null
let asked = false
const useNames = create<{ names: readonly string[] }>(() => ({ names: [] }))

/** Call before the first `loadGivers`. */
export function setGiversSource(given: GiversSource): void {
  source = given
}

/** Loads once; a failed load is tried again at the next call. */
export function loadGivers(): void {
  if (asked || !source) return
  asked = true
  source().then(
    (names) => useNames.setState({ names }),
    () => {
      asked = false
    },
  )
}

/** «可向 甲、乙 申请»; empty while no names are known. */
export const giversText = (names: readonly string[] = useNames.getState().names): string =>
  names.length === 0 ? '' : `可向 ${names.slice(0, 5).join('、')} 申请`

export function useGivers(): string {
  useEffect(loadGivers, [])
  return giversText(useNames(({ names }) => names))
}

useSession.subscribe((now, before) => {
  if (now.roleData?.email === before.roleData?.email) return
  asked = false
  useNames.setState({ names: [] })
})
