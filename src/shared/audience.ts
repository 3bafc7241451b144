// For whom a shared address is: anyone who has it, all who are signed in, or some roles and users.

export const audienceKinds = ['anyone', 'signedIn', 'some'] as const

export interface Audience {
  kind: (typeof audienceKinds)[number]
  /** Of `some`: ids. */
  roles: number[]
  users: number[]
}

const anyone: Audience = { kind: 'anyone', roles: [], users: [] }

export const readAudience = (stored: string | null): Audience =>
  stored === null ? anyone : (JSON.parse(stored) as Audience)

/** Null, who is not signed in, is only of an audience that is anyone. */
export function isOf(
  { kind, roles, users }: Audience,
  reader: { id: number; roleId: number } | null,
): boolean {
  if (kind === 'anyone') return true
  if (reader === null) return false
  return kind === 'signedIn' || users.includes(reader.id) || roles.includes(reader.roleId)
}
