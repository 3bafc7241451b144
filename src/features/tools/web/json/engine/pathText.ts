// Formats the path to a value.

/** A key, or an index in an array. */
export type Step = string | number

/** Such a key needs no quotes. */
const plain = /^[\p{L}_$][\p{L}\p{N}_$]*$/u

const quoted = (key: string, mark: string): string =>
  mark === "'"
    ? `'${JSON.stringify(key).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
    : JSON.stringify(key)

const stepText = (step: Step, mark: string): string =>
  typeof step === 'number' ? `[${step}]` : plain.test(step) ? `.${step}` : `[${quoted(step, mark)}]`

/** `$.list[0]['a b']`. */
export const jsonPath = (steps: readonly Step[]): string =>
  `$${steps.map((step) => stepText(step, "'")).join('')}`

/** `data.list[0]["a b"]`. */
export const scriptPath = (steps: readonly Step[]): string =>
  `data${steps.map((step) => stepText(step, '"')).join('')}`

/** `/list/0/a b` (RFC 6901). */
export const pointerPath = (steps: readonly Step[]): string =>
  steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
