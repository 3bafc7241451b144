export function findBase(branches?: readonly string[], folder?: string): string | null
export function changedSince(base: string, folder?: string): string[]
export function roomOf(path: string): string | null
export function roomsOf(changed: readonly string[]): string[]
