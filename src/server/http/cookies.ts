// The two cookies of a session: its id, and the name for display, which carries no right.

const idName = 'session'
const displayName = 'username'

/** The session id of a Cookie header, if it has the right shape. */
export function sessionIdIn(cookies: string | undefined): string | null {
  for (const pair of cookies?.split(';') ?? []) {
    const [name, value = ''] = pair.trim().split('=', 2)
    if (name === idName) return /^[\w-]{43}$/.test(value) ? value : null
  }
  return null
}

/** Set-Cookie lines; both cookies end with the browser's session. */
export function sessionCookies(id: string, username: string, secure: boolean): string[] {
  return [line(idName, id, secure, '; HttpOnly'), line(displayName, username, secure)]
}

export function clearedCookies(secure: boolean): string[] {
  return [line(idName, '', secure, '; HttpOnly; Max-Age=0'), line(displayName, '', secure, '; Max-Age=0')]
}

function line(name: string, value: string, secure: boolean, more = ''): string {
  return `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}${more}`
}
