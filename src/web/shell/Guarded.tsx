// Route entry: the place is remembered, the permission checked, old paths led on.
import { type ReactNode, useEffect } from 'react'
import { Redirect } from 'wouter'
import { usePathname, useSearch } from 'wouter/use-browser-location'
import { decide } from './guard.ts'
import { followOtherTabs } from './otherTabs.ts'
import { rememberPath } from './redirectMemory.ts'
import { isOpenPath } from './routeRules.ts'
import { useSession } from './session.ts'

export function Guarded({ children }: { children: ReactNode }) {
  const path = usePathname()
  const query = useSearch()
  const roleData = useSession((session) => session.roleData)
  useEffect(() => {
    followOtherTabs()
    if (!isOpenPath(path)) rememberPath(path + query)
  }, [path, query])
  const decision = decide(path, query.slice(1), roleData)
  return decision.kind === 'stay' ? children : <Redirect to={decision.to} replace />
}
