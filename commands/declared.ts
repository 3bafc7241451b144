// The slices' types, as far as the registry needs them. Nothing here imports a slice: src/main-slices.ts, a composition
// root, hands them over at the start and adds their types, from which ids of commands and names of contexts derive.

// biome-ignore lint/suspicious/noEmptyInterface: src/main-slices.ts adds `slices`.
export interface Declared {}

/** The slices by their names. */
export type Slices = Declared['slices']
/** Any one of them. */
export type Slice = Slices[keyof Slices]
