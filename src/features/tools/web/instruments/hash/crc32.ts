// CRC-32 as used by zip and PNG.

const table = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

export function crc32() {
  let sum = 0xffffffff
  return {
    update(part: Uint8Array): void {
      for (const byte of part) sum = (table[(sum ^ byte) & 255] as number) ^ (sum >>> 8)
    },
    digest(): Uint8Array {
      const bytes = new Uint8Array(4)
      new DataView(bytes.buffer).setUint32(0, ~sum >>> 0)
      return bytes
    },
  }
}
