export function findSlapd(): { server: string; schema: string } | undefined
export function ensureSlapd(): boolean
