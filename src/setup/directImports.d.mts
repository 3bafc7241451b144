import type { Plugin } from 'esbuild'

export const directImports: Plugin
