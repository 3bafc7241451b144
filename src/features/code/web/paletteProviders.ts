// What the palette finds of the SQL workspace: saved queries, tables and columns.

/** Registers them; main-web calls it once. */
export function registerCodeProviders(): void {}
