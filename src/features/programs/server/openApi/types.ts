// What the parts of the API's document share.

/** Chinese titles of calls by name, in groups by the group's title. */
export type Titles = Readonly<Record<string, Readonly<Record<string, string>>>>

export type Json = Record<string, unknown>
