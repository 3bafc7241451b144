// The signed-in user, as this browser knows it. The server decides about access; this copy only shapes menus and the
// guard.
import { create } from 'zustand'
import { type AuthorityInfo, holdsPermission, type PermissionKey, ruleLists } from '#shared/permissions.ts'
import { isRecord, readJson, readText, removeText, storageWorks, writeJson, writeText } from './storage.ts'

export interface Game {
  cgi: string
  name: string
}

/** The value stored under `roleData`; the rule lists are properties of `role` itself. */
export interface RoleData {
  email: string
  username: string
  games: Game[]
  role: { id: number; name: string } & AuthorityInfo
  /** Name of the role that the user is previewing the product as. */
  seeing?: string
}

/** The response of login and of getUserAuthInfo. */
export interface Identity {
  email: string
  username: string
  games: Game[]
  role: { id: number; name: string; authorityInfo: AuthorityInfo }
  seeing?: string | undefined
}

export interface SessionState {
  username: string | null
  roleData: RoleData | null
  /** Whether the server has confirmed the rights since this page was loaded. */
  confirmed: boolean
  /** The user who was signed in before, since the page was loaded. */
  formerly: string | null
  /** Stores the identity in memory and in localStorage, after login or after the rights were loaded again. */
  accept(identity: Identity): void
  /** Forgets the user. The caller clears whatever else logout must clear. */
  forget(): void
}

export const useSession = create<SessionState>((set, get) => ({
  username: storedUsername(),
  roleData: storedRoleData(),
  confirmed: false,
  formerly: null,
  accept(identity) {
    const roleData = roleDataOf(identity)
    const username = identity.username || identity.email
    writeText('username', username)
    writeJson('roleData', roleData)
    set({ username, roleData, confirmed: true })
  },
  forget() {
    removeText('username')
    removeText('roleData')
    dropUsernameCookie()
    const { username, formerly } = get()
    set({ username: null, roleData: null, confirmed: false, formerly: username ?? formerly })
  },
}))

/** Whether the user holds the key, or any of the keys; null requires only a session. */
export function holds(
  key: PermissionKey | readonly PermissionKey[] | null,
  roleData: RoleData | null = useSession.getState().roleData,
): boolean {
  if (roleData === null) return false
  if (key === null) return true
  const keys = typeof key === 'string' ? [key] : key
  return keys.some((one) => holdsPermission(roleData.role, one))
}

/** The rule lists of the signed-in user; empty when nobody is signed in. */
export function authorityOf(roleData: RoleData | null): AuthorityInfo {
  return roleData?.role ?? {}
}

/** The name that the watermark and the user menu show. */
export function shownName(state: Pick<SessionState, 'username' | 'roleData'>): string | null {
  return state.username || state.roleData?.username || state.roleData?.email || null
}

export function storedUsername(): string | null {
  const stored = readText('username')
  if (stored) return stored
  // With storage blocked, the readable cookie still names the user; it grants no rights.
  return storageWorks() ? null : usernameCookie()
}

function roleDataOf({ email, username, games, role, seeing }: Identity): RoleData {
  const { id, name, authorityInfo } = role
  const data = { email, username, games, role: { id, name, ...rulesOf(authorityInfo) } }
  return seeing === undefined ? data : { ...data, seeing }
}

function rulesOf(authorityInfo: unknown): AuthorityInfo {
  const rules: AuthorityInfo = {}
  if (!isRecord(authorityInfo)) return rules
  for (const list of ruleLists) {
    const held = authorityInfo[list]
    if (Array.isArray(held)) rules[list] = held.filter((key) => typeof key === 'string')
  }
  return rules
}

export function storedRoleData(): RoleData | null {
  return readJson('roleData', isRoleData)
}

function isRoleData(value: unknown): value is RoleData {
  return (
    isRecord(value) &&
    typeof value.email === 'string' &&
    typeof value.username === 'string' &&
    Array.isArray(value.games) &&
    isRecord(value.role)
  )
}

function usernameCookie(): string | null {
  const found = /(?:^|;\s*)username=([^;]*)/.exec(document.cookie)?.[1]
  if (!found) return null
  try {
    return decodeURIComponent(found)
  } catch {
    return null
  }
}

function dropUsernameCookie(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve.
  document.cookie = 'username=; Max-Age=0; path=/; SameSite=Lax'
}
