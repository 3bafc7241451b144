// Tells encodings of East Asian and western texts apart by their bytes: what people write stands in the common
// part of its own encoding, and is scattered or impossible in the others.
import { createReadStream } from 'node:fs'

type ByteEncoding = 'gb18030' | 'big5' | 'shift_jis' | 'windows-1252'

/** Characters that are not ASCII suffice in this number. */
const enough = 20_000
const clear = 0.85
const apart = 0.1

/** The encoding that the bytes speak for; null where they don't tell. */
export async function encodingByBytes(path: string): Promise<ByteEncoding | null> {
  const counts = new ByteCounts()
  for await (const part of createReadStream(path, { highWaterMark: 1 << 18 })) {
    counts.add(part as Buffer)
    if (counts.high > enough) break
  }
  const scores = counts.scores().sort(([, one], [, other]) => other - one)
  const [[best, most] = [null, 0], [, next] = [null, 0]] = scores
  return most >= clear && most - next >= apart ? best : null
}

const isLetter = (byte: number): boolean => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)

class ByteCounts {
  /** Bytes beyond ASCII. */
  high = 0
  #accents = 0
  readonly #pairs = [
    new Pairs(usualGbk, isGbkLead),
    new Pairs(usualBig5, isGbkLead),
    new Pairs(usualJis, isJisLead),
  ]
  #last = 0

  add(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += 1) {
      const [byte, next] = [bytes[at] as number, bytes[at + 1] ?? 0]
      if (byte > 0x7f) {
        this.high += 1
        // An accented letter or a quotation mark stands beside a plain one, and hardly beside another accented one.
        const isAlone = this.#last <= 0x7f && next <= 0x7f
        const isWestern = byte >= 0xc0 || (byte >= 0x91 && byte <= 0x97)
        if (isWestern && isAlone && (isLetter(this.#last) || isLetter(next))) this.#accents += 1
      }
      for (const pairs of this.#pairs) pairs.take(byte)
      this.#last = byte
    }
  }

  scores(): [ByteEncoding, number][] {
    const [gbk, big5, jis] = this.#pairs.map((pairs) => pairs.share)
    return [
      ['gb18030', gbk ?? 0],
      ['big5', big5 ?? 0],
      ['shift_jis', jis ?? 0],
      ['windows-1252', this.high === 0 ? 0 : this.#accents / this.high],
    ]
  }
}

const isGbkLead = (byte: number): boolean => byte > 0x80
/** Between them lie the narrow kana, which are single bytes. */
const isJisLead = (byte: number): boolean => (byte > 0x80 && byte < 0xa0) || byte >= 0xe0

/** Signs, and the 3,755 characters of GB 2312's first level. */
const usualGbk = (lead: number, trail: number): boolean =>
  trail >= 0xa1 && ((lead >= 0xa1 && lead <= 0xa3) || (lead >= 0xb0 && lead <= 0xd7))
/** Signs, and the 5,401 characters of Big5's first level. */
const usualBig5 = (lead: number, trail: number): boolean =>
  ((trail >= 0x40 && trail <= 0x7e) || trail >= 0xa1) && lead >= 0xa1 && lead <= 0xc6 && lead !== 0xa3
/** Signs, kana, and the 2,965 characters of JIS's first level. */
const usualJis = (lead: number, trail: number): boolean =>
  trail >= 0x40 &&
  trail !== 0x7f &&
  trail <= 0xfc &&
  lead >= 0x81 &&
  lead <= 0x98 &&
  (lead < 0x84 || lead > 0x87)

/** Characters of two bytes: how many are usual ones. */
class Pairs {
  readonly #isUsual: (lead: number, trail: number) => boolean
  readonly #isLead: (byte: number) => boolean
  #lead = 0
  #all = 0
  #usual = 0

  constructor(isUsual: (lead: number, trail: number) => boolean, isLead: (byte: number) => boolean) {
    this.#isUsual = isUsual
    this.#isLead = isLead
  }

  take(byte: number): void {
    if (this.#lead === 0) {
      if (byte <= 0x7f) return
      if (this.#isLead(byte)) this.#lead = byte
      else this.#all += 1
      return
    }
    this.#all += 1
    if (this.#isUsual(this.#lead, byte)) this.#usual += 1
    this.#lead = 0
  }

  get share(): number {
    return this.#all === 0 ? 0 : this.#usual / this.#all
  }
}
