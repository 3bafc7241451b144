// The kernel's functions, which process sixteen bytes at a time. The needle is at `needleAt`; `maskAt` has 32
// for each of its letters, so that both cases match, else 0. The searched bytes end with a line feed at
// `end`, and are preceded by one.
import * as w from './assemble.ts'

export const needleAt = 0
export const maskAt = 1024
export const longestNeedle = 1024
/** Where a function that ran out of room stopped. */
export const resumeAt = 2048

const lineFeed = 10
const feeds = w.splat(w.i32(lineFeed))

/** Moves `local` to the next line feed. */
const toLineEnd = (local: number, bits: number) =>
  w.block(
    w.loop(
      w.set(bits, w.bitmask(w.equalBytes(w.vectorAt(w.get(local)), feeds))),
      w.when(w.get(bits), w.set(local, w.add(w.get(local), w.trailingZeros(w.get(bits)))), w.br(2)),
      w.set(local, w.add(w.get(local), w.i32(16))),
      w.br(0),
    ),
  )

/** Moves `local` to the beginning of its line. */
const toLineStart = (local: number, bits: number) =>
  w.block(
    w.loop(
      w.set(bits, w.bitmask(w.equalBytes(w.vectorAt(w.subtract(w.get(local), w.i32(16))), feeds))),
      w.when(
        w.get(bits),
        w.set(local, w.subtract(w.add(w.get(local), w.i32(16)), w.leadingZeros(w.get(bits)))),
        w.br(2),
      ),
      w.set(local, w.subtract(w.get(local), w.i32(16))),
      w.br(0),
    ),
  )

const noteLine = (out: number, count: number, start: w.Code, end: w.Code) => [
  ...w.store(w.add(w.get(out), w.shiftLeft(w.get(count), w.i32(3))), start),
  ...w.store(w.add(w.get(out), w.shiftLeft(w.get(count), w.i32(3))), end, 4),
]

/**
 * find(from, end, length, first, second): offset of the needle, or -1. Its bytes at `first` and `second` are
 * rare.
 */
const find: w.Written = {
  name: 'find',
  parameters: ['i32', 'i32', 'i32', 'i32', 'i32'],
  locals: ['v128', 'v128', 'v128', 'v128', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32'],
  body: (() => {
    const [from, end, length, first, second] = [0, 1, 2, 3, 4]
    const [firstByte, firstMask, secondByte, secondMask] = [5, 6, 7, 8]
    const [bits, place, index, last, one, other] = [9, 10, 11, 12, 13, 14]
    const hits = (distance: number) =>
      w.andVector(
        w.equalBytes(w.orVector(w.vectorAt(w.get(one), distance), w.get(firstMask)), w.get(firstByte)),
        w.equalBytes(w.orVector(w.vectorAt(w.get(other), distance), w.get(secondMask)), w.get(secondByte)),
      )
    const goOn = (by: number) => [
      ...w.set(one, w.add(w.get(one), w.i32(by))),
      ...w.set(other, w.add(w.get(other), w.i32(by))),
    ]
    return [
      ...w.set(firstByte, w.splat(w.byteAt(w.get(first), needleAt))),
      ...w.set(firstMask, w.splat(w.byteAt(w.get(first), maskAt))),
      ...w.set(secondByte, w.splat(w.byteAt(w.get(second), needleAt))),
      ...w.set(secondMask, w.splat(w.byteAt(w.get(second), maskAt))),
      ...w.set(last, w.subtract(w.get(end), w.get(length))),
      ...w.set(one, w.add(w.get(from), w.get(first))),
      ...w.set(other, w.add(w.get(from), w.get(second))),
      ...w.when(w.below(w.get(end), w.add(w.get(from), w.get(length))), w.giveBack(w.i32(-1))),
      ...w.loop(
        // Most blocks have no match: four are skipped at once.
        w.block(
          w.loop(
            w.brIf(1, w.anyTrue(w.orVector(w.orVector(hits(0), hits(16)), w.orVector(hits(32), hits(48))))),
            goOn(64),
            w.when(w.above(w.subtract(w.get(one), w.get(first)), w.get(last)), w.giveBack(w.i32(-1))),
            w.br(0),
          ),
        ),
        w.set(bits, w.bitmask(hits(0))),
        w.block(
          w.loop(
            w.brIf(1, w.isZero(w.get(bits))),
            w.set(place, w.add(w.subtract(w.get(one), w.get(first)), w.trailingZeros(w.get(bits)))),
            w.when(w.above(w.get(place), w.get(last)), w.giveBack(w.i32(-1))),
            w.set(index, w.i32(0)),
            w.block(
              w.loop(
                w.when(w.equal(w.get(index), w.get(length)), w.giveBack(w.get(place))),
                w.brIf(
                  1,
                  w.differs(
                    w.or(w.byteAt(w.add(w.get(place), w.get(index))), w.byteAt(w.get(index), maskAt)),
                    w.byteAt(w.get(index), needleAt),
                  ),
                ),
                w.set(index, w.add(w.get(index), w.i32(1))),
                w.br(0),
              ),
            ),
            w.set(bits, w.and(w.get(bits), w.subtract(w.get(bits), w.i32(1)))),
            w.br(0),
          ),
        ),
        goOn(16),
        w.when(w.above(w.subtract(w.get(one), w.get(first)), w.get(last)), w.giveBack(w.i32(-1))),
        w.br(0),
      ),
      ...w.i32(-1),
    ]
  })(),
}

/**
 * holding(from, end, length, first, second, out, most): the number of lines that contain the needle, written
 * to `out` unless that is 0.
 */
const holding: w.Written = {
  name: 'holding',
  parameters: ['i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32'],
  locals: ['i32', 'i32', 'i32', 'i32'],
  body: (() => {
    const [from, end, length, first, second, out, most] = [0, 1, 2, 3, 4, 5, 6]
    const [count, place, start, bits] = [7, 8, 9, 10]
    return [
      ...w.block(
        w.loop(
          w.brIf(1, w.equal(w.get(count), w.get(most))),
          w.set(place, w.call(0, w.get(from), w.get(end), w.get(length), w.get(first), w.get(second))),
          w.when(w.equal(w.get(place), w.i32(-1)), w.set(from, w.get(end)), w.br(2)),
          w.set(start, w.get(place)),
          toLineEnd(place, bits),
          w.when(w.get(out), toLineStart(start, bits), noteLine(out, count, w.get(start), w.get(place))),
          w.set(count, w.add(w.get(count), w.i32(1))),
          w.set(from, w.add(w.get(place), w.i32(1))),
          w.br(0),
        ),
      ),
      ...w.store(w.i32(resumeAt), w.get(from)),
      ...w.get(count),
    ]
  })(),
}

/** lines(from, end, out, most): all lines, written to `out`; their number. */
const lines: w.Written = {
  name: 'lines',
  parameters: ['i32', 'i32', 'i32', 'i32'],
  locals: ['i32', 'i32', 'i32'],
  body: (() => {
    const [from, end, out, most, count, place, bits] = [0, 1, 2, 3, 4, 5, 6]
    return [
      ...w.block(
        w.loop(
          w.brIf(1, w.atLeast(w.get(from), w.get(end))),
          w.brIf(1, w.equal(w.get(count), w.get(most))),
          w.set(place, w.get(from)),
          toLineEnd(place, bits),
          noteLine(out, count, w.get(from), w.get(place)),
          w.set(count, w.add(w.get(count), w.i32(1))),
          w.set(from, w.add(w.get(place), w.i32(1))),
          w.br(0),
        ),
      ),
      ...w.store(w.i32(resumeAt), w.get(from)),
      ...w.get(count),
    ]
  })(),
}

/** Flag on a line's end: only a closer check can decide. */
export const unsure = -0x8000_0000

/**
 * numbers(from, end, length, first, second, out, most, least, greatest): JSON lines with the needle (a quoted
 * key) before a number from `least` to `greatest`, written to `out`. Lines with nested objects, or with
 * anything but a short plain number, are marked unsure.
 */
const numbers: w.Written = {
  name: 'numbers',
  parameters: ['i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'f64', 'f64'],
  locals: ['i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'f64', 'f64', 'i32', 'i32'],
  body: (() => {
    const [from, end, length, first, second, out, most, least, greatest] = [0, 1, 2, 3, 4, 5, 6, 7, 8]
    const [count, place, start, bits, at, sign, digits, value, scale, flag, isMinus] = [
      9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
    ]
    const digit = w.subtract(w.get(sign), w.i32(48))
    const isDigit = w.below(digit, w.i32(10))
    const readSign = w.set(sign, w.byteAt(w.get(at)))
    const takeDigit = [
      ...w.set(value, w.addFloat(w.multiplyFloat(w.get(value), w.f64(10)), w.asFloat(digit))),
      ...w.set(digits, w.add(w.get(digits), w.i32(1))),
      ...w.set(at, w.add(w.get(at), w.i32(1))),
    ]
    const walk = (...more: w.Code[]) =>
      w.block(w.loop(readSign, w.brIf(1, w.isZero(isDigit)), takeDigit, ...more, w.br(0)))
    const braces = w.splat(w.i32(123))
    const passBlanks = w.block(
      w.loop(
        w.brIf(1, w.differs(w.byteAt(w.get(at)), w.i32(32))),
        w.set(at, w.add(w.get(at), w.i32(1))),
        w.br(0),
      ),
    )
    return [
      ...w.block(
        w.loop(
          w.brIf(1, w.equal(w.get(count), w.get(most))),
          w.set(place, w.call(0, w.get(from), w.get(end), w.get(length), w.get(first), w.get(second))),
          w.when(w.equal(w.get(place), w.i32(-1)), w.set(from, w.get(end)), w.br(2)),
          w.set(start, w.get(place)),
          toLineStart(start, bits),
          // The colon; a value with the text of the key does not match.
          w.set(at, w.add(w.get(place), w.get(length))),
          passBlanks,
          w.when(w.differs(w.byteAt(w.get(at)), w.i32(58)), w.set(from, w.get(at)), w.br(1)),
          w.set(at, w.add(w.get(at), w.i32(1))),
          passBlanks,
          // The number.
          w.set(value, w.f64(0)),
          w.set(scale, w.f64(1)),
          w.set(digits, w.i32(0)),
          readSign,
          w.set(isMinus, w.equal(w.get(sign), w.i32(45))),
          w.set(at, w.add(w.get(at), w.get(isMinus))),
          walk(),
          w.set(flag, w.isZero(w.get(digits))),
          w.when(
            w.equal(w.get(sign), w.i32(46)),
            w.set(at, w.add(w.get(at), w.i32(1))),
            walk(w.set(scale, w.multiplyFloat(w.get(scale), w.f64(10)))),
          ),
          w.set(value, w.divideFloat(w.get(value), w.get(scale))),
          w.when(w.get(isMinus), w.set(value, w.negateFloat(w.get(value)))),
          w.set(
            flag,
            w.or(
              w.or(w.get(flag), w.above(w.get(digits), w.i32(15))),
              // Neither a comma nor the object's end.
              w.and(w.differs(w.get(sign), w.i32(44)), w.differs(w.get(sign), w.i32(125))),
            ),
          ),
          w.set(flag, w.or(w.get(flag), w.differs(w.byteAt(w.get(start)), w.i32(123)))),
          // Nested objects: from after the first brace to the line's end.
          w.set(place, w.add(w.get(start), w.i32(1))),
          w.set(sign, w.i32(0)),
          w.block(
            w.loop(
              w.set(sign, w.bitmask(w.equalBytes(w.vectorAt(w.get(place)), braces))),
              w.set(bits, w.bitmask(w.equalBytes(w.vectorAt(w.get(place)), feeds))),
              w.when(
                w.get(bits),
                // Only braces before the line feed.
                w.set(
                  flag,
                  w.or(
                    w.get(flag),
                    w.and(
                      w.get(sign),
                      w.subtract(w.and(w.get(bits), w.subtract(w.i32(0), w.get(bits))), w.i32(1)),
                    ),
                  ),
                ),
                w.set(place, w.add(w.get(place), w.trailingZeros(w.get(bits)))),
                w.br(2),
              ),
              w.set(flag, w.or(w.get(flag), w.get(sign))),
              w.set(place, w.add(w.get(place), w.i32(16))),
              w.br(0),
            ),
          ),
          w.when(
            w.or(
              w.differs(w.get(flag), w.i32(0)),
              w.and(w.atLeastFloat(w.get(value), w.get(least)), w.atMostFloat(w.get(value), w.get(greatest))),
            ),
            noteLine(
              out,
              count,
              w.get(start),
              w.or(w.get(place), w.shiftLeft(w.differs(w.get(flag), w.i32(0)), w.i32(31))),
            ),
            w.set(count, w.add(w.get(count), w.i32(1))),
          ),
          w.set(from, w.add(w.get(place), w.i32(1))),
          w.br(0),
        ),
      ),
      ...w.store(w.i32(resumeAt), w.get(from)),
      ...w.get(count),
    ]
  })(),
}

export const kernelFunctions: readonly w.Written[] = [find, holding, lines, numbers]
