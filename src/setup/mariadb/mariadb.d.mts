export function findMariadb(): { server: string; install: string } | undefined
export function ensureMariadb(): boolean
