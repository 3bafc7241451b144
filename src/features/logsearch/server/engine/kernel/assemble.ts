// A small assembler for the WebAssembly that the kernel uses: instructions as bytes, functions, a module.

export type Code = readonly number[]

export function unsigned(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value >>> 0; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest]
    bytes.push((rest & 0x7f) | 0x80)
  }
}

export function signed(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value | 0; ; rest >>= 7) {
    const isLast = (rest < 64 && rest >= 0) || (rest < 0 && rest >= -64)
    if (isLast) return [...bytes, rest & 0x7f]
    bytes.push((rest & 0x7f) | 0x80)
  }
}

const simple =
  (opcode: number) =>
  (...operands: Code[]): number[] => [...operands.flat(), opcode]
const wide =
  (opcode: number) =>
  (...operands: Code[]): number[] => [...operands.flat(), 0xfd, ...unsigned(opcode)]

/** Address plus a constant offset; unaligned. */
const reach =
  (opcode: Code) =>
  (address: Code, distance = 0) => [...address, ...opcode, 0, ...unsigned(distance)]

export const i32 = (value: number): number[] => [0x41, ...signed(value)]
export const f64 = (value: number): number[] => [0x44, ...new Uint8Array(new Float64Array([value]).buffer)]
export const get = (local: number): number[] => [0x20, local]
export const set = (local: number, value: Code): number[] => [...value, 0x21, local]

export const add = simple(0x6a)
export const subtract = simple(0x6b)
export const and = simple(0x71)
export const or = simple(0x72)
export const shiftLeft = simple(0x74)
export const leadingZeros = simple(0x67)
export const trailingZeros = simple(0x68)
export const isZero = simple(0x45)
export const equal = simple(0x46)
export const differs = simple(0x47)
export const below = simple(0x49)
export const above = simple(0x4b)
export const atLeast = simple(0x4f)

export const asFloat = simple(0xb8)
export const addFloat = simple(0xa0)
export const multiplyFloat = simple(0xa2)
export const divideFloat = simple(0xa3)
export const negateFloat = simple(0x9a)
export const atLeastFloat = simple(0x66)
export const atMostFloat = simple(0x65)

export const byteAt = reach([0x2d])
export const vectorAt = reach([0xfd, 0])
export const store = (address: Code, value: Code, distance = 0): number[] => [
  ...address,
  ...value,
  0x36,
  0,
  ...unsigned(distance),
]

export const splat = wide(0x0f)
export const equalBytes = wide(0x23)
export const andVector = wide(0x4e)
export const orVector = wide(0x50)
export const anyTrue = wide(0x53)
export const bitmask = wide(0x64)

/** `br(0)` inside a loop repeats it, inside a block leaves it; greater numbers address outer blocks. */
export const loop = (...body: Code[]): number[] => [0x03, 0x40, ...body.flat(), 0x0b]
export const block = (...body: Code[]): number[] => [0x02, 0x40, ...body.flat(), 0x0b]
export const when = (condition: Code, ...body: Code[]): number[] => [
  ...condition,
  0x04,
  0x40,
  ...body.flat(),
  0x0b,
]
export const br = (depth: number): number[] => [0x0c, depth]
export const brIf = (depth: number, condition: Code): number[] => [...condition, 0x0d, depth]
export const giveBack = (value: Code): number[] => [...value, 0x0f]
export const call = (index: number, ...operands: Code[]): number[] => [...operands.flat(), 0x10, index]

export const types = { i32: 0x7f, f64: 0x7c, v128: 0x7b } as const
export type ValueType = keyof typeof types

export interface Written {
  name: string
  parameters: ValueType[]
  /** Local variables, numbered after the parameters. */
  locals: ValueType[]
  /** Leaves one i32. */
  body: Code
}

const list = (items: readonly Code[]): number[] => [...unsigned(items.length), ...items.flat()]
const section = (id: number, content: Code): number[] => [id, ...unsigned(content.length), ...content]
const text = (value: string): number[] => {
  const bytes = [...Buffer.from(value)]
  return [...unsigned(bytes.length), ...bytes]
}

/** A module over the memory `engine.memory` that exports these functions; they call each other by index. */
export function assemble(functions: readonly Written[]): Uint8Array<ArrayBuffer> {
  const signature = ({ parameters }: Written) => [
    0x60,
    ...list(parameters.map((type) => [types[type]])),
    1,
    types.i32,
  ]
  const coded = ({ locals, body }: Written) => {
    const content = [...list(locals.map((type) => [1, types[type]])), ...body, 0x0b]
    return [...unsigned(content.length), ...content]
  }
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list(functions.map(signature))),
    ...section(2, list([[...text('engine'), ...text('memory'), 0x02, 0, 1]])),
    ...section(3, list(functions.map((_, at) => unsigned(at)))),
    ...section(7, list(functions.map(({ name }, at) => [...text(name), 0, ...unsigned(at)]))),
    ...section(10, list(functions.map(coded))),
  ])
}
