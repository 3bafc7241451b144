// The slices' types, as far as the registry needs them. Nothing here imports a slice: the composition root
// src/main-slices.ts passes the slices in at start and adds their types, from which command ids and context names
// derive.

// biome-ignore lint/suspicious/noEmptyInterface: src/main-slices.ts adds `slices`.
export interface Declared {}

/** The slices by their names. */
export type Slices = Declared['slices']
/** Any slice. */
export type Slice = Slices[keyof Slices]
