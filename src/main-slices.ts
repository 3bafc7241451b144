// Composition root of what the slices declare for the browser: hands it to the registry, from which palette, menus,
// routes and keys are built. Whatever reads the registry imports this first, or is imported by what does.
import { declareSlices } from '#commands/index.ts'
import * as slices from './features/web.ts'

declare module '#commands/declared.ts' {
  interface Declared {
    slices: typeof slices
  }
}

declareSlices(slices)

export const webSlices = Object.values(slices)
