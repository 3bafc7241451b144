// The scale on which errors have equal variance: plain, root (counts), logarithm (proportional growth),
// signed (values on both sides of zero).
import type { Form, Scale } from './form.ts'

const forward: Record<Scale['kind'], (value: number) => number> = {
  plain: (value) => value,
  root: Math.sqrt,
  log: Math.log,
  signed: Math.asinh,
}
const back: typeof forward = {
  plain: (value) => value,
  root: (value) => Math.max(0, value) ** 2,
  log: (value) => Math.exp(Math.min(700, value)),
  signed: (value) => Math.sinh(Math.max(-700, Math.min(700, value))),
}
/** Logarithm of the slope: the Jacobian term that makes likelihoods of two scales comparable. */
const logSlope: typeof forward = {
  plain: () => 0,
  root: (value) => -Math.log(2 * Math.sqrt(value)),
  log: (value) => -Math.log(value),
  signed: (value) => -Math.log(Math.hypot(1, value)),
}

export const scaled = ({ kind, unit, offset }: Scale, value: number): number =>
  forward[kind](value / unit + offset)

export const unscaled = ({ kind, unit, offset }: Scale, value: number): number =>
  (back[kind](value) - offset) * unit

export const slopeOf = ({ kind, unit, offset }: Scale, value: number): number =>
  logSlope[kind](value / unit + offset)

/** Scales that can represent these values. */
export function possibleScales(values: readonly number[]): Form['scale'][] {
  const sizes = values
    .map(Math.abs)
    .filter((value) => value > 0)
    .sort((one, other) => one - other)
  const unit = sizes[Math.floor(sizes.length / 2)] ?? 1
  const plain: Scale = { kind: 'plain', unit, offset: 0 }
  if (sizes.length === 0) return [plain]
  const least = Math.min(...values)
  if (least < 0) return [plain, { kind: 'signed', unit, offset: 0 }]
  if (least > 0) return [plain, { kind: 'root', unit, offset: 0 }, { kind: 'log', unit, offset: 0 }]
  // Half of the smallest step: one for counts, the smallest value otherwise.
  const offset = (sizes[0] as number) / unit / 2
  return [plain, { kind: 'root', unit, offset }, { kind: 'log', unit, offset }]
}
