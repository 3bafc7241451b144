export const browserFlags: string[]
export function findBrowser(): Promise<string | undefined>
export function ensureBrowser(): Promise<void>
export function installDebian(...packages: string[]): boolean
