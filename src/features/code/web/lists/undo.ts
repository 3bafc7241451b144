// Deleted queries that can still be brought back by Ctrl+Z, the latest first.
const mostRemembered = 50
let deleted: string[] = []

export function rememberDeleted(id: string): void {
  deleted = [...deleted.filter((one) => one !== id), id].slice(-mostRemembered)
}

export function forgetDeleted(id: string): void {
  deleted = deleted.filter((one) => one !== id)
}

export const lastDeleted = (): string | undefined => deleted.at(-1)
