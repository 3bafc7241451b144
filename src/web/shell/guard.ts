// What happens on entering a route. Pure: the caller saves the path and goes where this says.
import { isOpenPath, plainPath, redirectOf, routeKeyOf } from './routeRules.ts'
import { holds, type RoleData } from './session.ts'

export type Decision = { kind: 'stay' } | { kind: 'go'; to: string }

const stay: Decision = { kind: 'stay' }

/** The permission comes before redirects and before the question whether the page exists. */
export function decide(path: string, query: string, roleData: RoleData | null): Decision {
  if (isOpenPath(path)) return stay
  if (roleData === null) return { kind: 'go', to: '/login' }
  if (plainPath(path) !== '/403' && !holdsRoute(path, roleData)) return { kind: 'go', to: '/403' }
  const redirect = redirectOf(path)
  if (redirect === null) return stay
  return { kind: 'go', to: query === '' ? redirect : `${redirect}?${query}` }
}

function holdsRoute(path: string, roleData: RoleData): boolean {
  const key = routeKeyOf(path)
  return key === null || holds(key, roleData)
}
