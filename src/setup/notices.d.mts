import type { Metafile } from 'esbuild'

export function bundledIn(metafile: Pick<Metafile, 'inputs'>): string[]
export function noticesOf(root: string, metafiles: readonly Pick<Metafile, 'inputs'>[]): Promise<string>
