// Rights of people and roles on a thing that somebody shares with them, and how a row keeps them.

/** `edit` includes `see`. */
export const rights = ['see', 'edit'] as const
export type Right = (typeof rights)[number]

export interface Grant {
  kind: 'user' | 'role'
  id: number
  right: Right
}

/** What is handed to everybody who may sign in. */
export const toAll = 'see:*'

/** A row keeps grants as a JSON array of such words, so that a store finds a reader's among them. */
export const wordOf = ({ kind, id, right }: Grant): string => `${right}:${kind}:${id}`

function grantOf(word: string): Grant[] {
  const [right = '', kind = '', id = ''] = word.split(':')
  return kind === 'user' || kind === 'role' ? [{ kind, id: Number(id), right: right as Right }] : []
}

export const readWords = (stored: string): string[] => JSON.parse(stored) as string[]
export const readGrants = (stored: string): Grant[] => readWords(stored).flatMap(grantOf)

const subjectOf = ({ kind, id }: Grant): string => `${kind}:${id}`

/** In one order, and each subject once, with the highest right. */
export function grantsText(grants: readonly Grant[]): string {
  const kept = new Map<string, Grant>()
  for (const grant of grants) {
    const known = kept.get(subjectOf(grant))
    if (known?.right !== 'edit') kept.set(subjectOf(grant), grant)
  }
  return JSON.stringify([...kept.values()].map(wordOf).sort())
}

/** Grants to everybody leave of the others only those that may do more. */
export const wordsText = (words: readonly string[]): string =>
  words.includes(toAll)
    ? JSON.stringify([toAll, ...words.filter((word) => word.startsWith('edit:'))].sort())
    : grantsText(words.flatMap(grantOf))

/** `role`: the reader's living role; absent where no role's rights apply. */
interface Grantee {
  id: number
  role?: number | undefined
}

export function wordsFor({ id, role }: Grantee, right: Right): string[] {
  const words = (by: Right) => [`${by}:user:${id}`, ...(role ? [`${by}:role:${role}`] : [])]
  return right === 'edit' ? words('edit') : [toAll, ...words('see'), ...words('edit')]
}

export const isGranted = (stored: string, grantee: Grantee, right: Right): boolean => {
  const words = new Set(readWords(stored))
  return wordsFor(grantee, right).some((word) => words.has(word))
}
