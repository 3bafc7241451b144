// Reed-Solomon codewords of a QR code (ISO/IEC 18004): arithmetic in GF(256) by x⁸ + x⁴ + x³ + x² + 1.

/** Powers of 2 and their logarithms. */
const powers = new Uint8Array(510)
const logs = new Uint8Array(256)
for (let at = 0, value = 1; at < 255; at += 1) {
  powers[at] = value
  powers[at + 255] = value
  logs[value] = at
  value = (value << 1) ^ (value > 127 ? 0x11d : 0)
}

const times = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : (powers[(logs[a] ?? 0) + (logs[b] ?? 0)] ?? 0)

/** (x − 2⁰)(x − 2¹)…, without its leading 1. */
function generatorOf(degree: number): number[] {
  let polynomial = [1]
  for (let at = 0; at < degree; at += 1) {
    const next = [...polynomial, 0]
    polynomial.forEach((factor, place) => {
      next[place + 1] = (next[place + 1] ?? 0) ^ times(factor, powers[at] ?? 0)
    })
    polynomial = next
  }
  return polynomial.slice(1)
}

/** The remainder of the data by the generator. */
export function correctionOf(data: readonly number[], count: number): number[] {
  const generator = generatorOf(count)
  let rest = Array<number>(count).fill(0)
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0)
    rest = [...rest.slice(1), 0].map((value, at) => value ^ times(generator[at] ?? 0, factor))
  }
  return rest
}
