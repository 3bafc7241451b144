// Columns of the table that pushed rows say nothing of: rows without a key have no value there. Where no row of a
// batch has one, the load says so.
export class Lacking {
  readonly #names: readonly string[]
  readonly #left: Set<string>

  constructor(names: readonly string[]) {
    this.#names = names
    this.#left = new Set(names)
  }

  /** Lines as JSON.stringify writes them. */
  see(lines: string): void {
    for (const name of this.#left) if (lines.includes(`${JSON.stringify(name)}:`)) this.#left.delete(name)
  }

  /** The lines, whose first one names all columns. */
  filled(lines: string): string {
    const end = lines.indexOf('\n')
    const row = JSON.parse(lines.slice(0, end)) as Record<string, unknown>
    const own = new Set(Object.keys(row).map((name) => name.toLowerCase()))
    const missing = this.#names.filter((name) => !own.has(name.toLowerCase()))
    const whole = { ...row, ...Object.fromEntries(missing.map((name) => [name, null])) }
    return `${JSON.stringify(whole)}${lines.slice(end)}`
  }

  get notes(): string[] {
    return [...this.#left].map((name) => `这一批的行都没有列「${name}」，它的值为空`)
  }
}
