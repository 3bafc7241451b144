import type { Metafile } from 'esbuild'

export function firstOutputs(metafile: Metafile, entryPoint: string): string[]
export function mergeFirst(root: string, metafile: Metafile, entryPoint: string): Promise<string[]>
