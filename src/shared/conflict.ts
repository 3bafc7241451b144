// Data of the error `object_conflict`: the object as another editor has saved it meanwhile.

export interface Conflict<Item = unknown> {
  present: Item
  /** Name of the user who saved it; empty where unknown. */
  by: string
  /** ISO time. */
  at: string
}
