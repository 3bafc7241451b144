export const browserFlags: string[]
export const testFlags: string[]
export function findBrowser(): Promise<string | undefined>
export function ensureBrowser(): Promise<void>
export function installDebian(...packages: string[]): boolean
