// What other slices may use of sources; loaded when it is asked for.
export const keepersOf = async (...given: Parameters<typeof import('./keepers.ts').keepersOf>) =>
  (await import('./keepers.ts')).keepersOf(...given)
