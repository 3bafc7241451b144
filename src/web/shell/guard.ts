// Decides what happens when a route is entered. Pure: the caller saves the path and navigates.
import { pages } from '#shared/pages.ts'
import { accessOf, redirectOf } from './routeRules.ts'
import { holds, type RoleData } from './session.ts'

type Decision = { kind: 'stay' } | { kind: 'go'; to: string }

const stay: Decision = { kind: 'stay' }

/** The permission is checked before redirects, and before whether the page exists. */
export function decide(path: string, query: string, roleData: RoleData | null): Decision {
  const access = accessOf(path)
  if (access === 'open') return stay
  if (roleData === null) return { kind: 'go', to: pages.login() }
  if (access !== 'session' && !holds(access, roleData)) return { kind: 'go', to: pages.forbidden() }
  const redirect = redirectOf(path)
  if (redirect === null) return stay
  return { kind: 'go', to: query === '' ? redirect : `${redirect}?${query}` }
}
