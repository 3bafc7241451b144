// What travels with the code `object_conflict`: the object as another editor saved it meanwhile.

export interface Conflict<Item = unknown> {
  present: Item
  /** Name of who saved it; empty where it is not known. */
  by: string
  /** ISO time. */
  at: string
}
