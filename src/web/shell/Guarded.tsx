// Entering a route: checks the permission and follows redirects.
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { Redirect } from 'wouter'
import { usePathname, useSearch } from 'wouter/use-browser-location'
import { readAtRest } from './ahead.ts'
import { decide } from './guard.ts'
import { followOtherTabs } from './otherTabs.ts'
import { rememberPath } from './redirectMemory.ts'
import { isOpenPath } from './routeRules.ts'
import { useSession } from './session.ts'

/** Remembers the path. Rendered before start-up and guard, so that a login they require leads back here. */
export function EnteredPlace() {
  const path = usePathname()
  const query = useSearch()
  useLayoutEffect(() => {
    followOtherTabs()
    if (!isOpenPath(path)) rememberPath(path + query)
  }, [path, query])
  return null
}

export function Guarded({ children }: { children: ReactNode }) {
  const path = usePathname()
  const query = useSearch()
  const roleData = useSession((session) => session.roleData)
  const decision = decide(path, query.slice(1), roleData)
  const isIn = roleData !== null
  useEffect(() => (isIn ? readAtRest() : undefined), [isIn])
  if (decision.kind === 'stay') return children
  // The 403 page names the path that this tab asked for, whatever other tabs do.
  return <Redirect to={decision.to} replace state={{ refused: path }} />
}
