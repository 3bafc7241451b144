// Who can give a right that is missing: their names, asked for when somebody meets one.
import { useEffect } from 'react'
import { create } from 'zustand'
import { useSession } from './session.ts'

type GiversSource = () => Promise<readonly string[]>

let source: GiversSource | null = null
let asked = false
const useNames = create<{ names: readonly string[] }>(() => ({ names: [] }))

/** Before it is first asked. */
export function setGiversSource(given: GiversSource): void {
  source = given
}

/** Once; where it fails, again when it is next of use. */
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

/** «可向 甲、乙 申请»; empty while nobody is known. */
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
