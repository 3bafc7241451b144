// A zip of a few text files, compressed by the browser.

interface ZipEntry {
  name: string
  /** The file's text in pieces, in order; each is encoded separately. */
  texts: Iterable<string>
}

const encoder = new TextEncoder()
const checks = Uint32Array.from({ length: 256 }, (_, byte) => {
  let check = byte
  for (let bit = 0; bit < 8; bit++) check = check & 1 ? (check >>> 1) ^ 0xedb88320 : check >>> 1
  return check
})

interface Packed {
  name: Uint8Array
  bytes: Uint8Array<ArrayBuffer>
  check: number
  size: number
}

export async function zipOf(entries: readonly ZipEntry[]): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const entry of entries) {
    const packed = await pack(entry)
    const local = headOf(packed, 0x04034b50)
    directory.push(headOf(packed, 0x02014b50, offset))
    parts.push(local, packed.bytes)
    offset += local.length + packed.bytes.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  return new Blob([...parts, ...directory, endOf(entries.length, size, offset)])
}

async function pack({ name, texts }: ZipEntry): Promise<Packed> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let check = 0xffffffff
  let size = 0
  for (const text of texts) {
    const piece = encoder.encode(text)
    for (const byte of piece) check = (checks[(check ^ byte) & 255] as number) ^ (check >>> 8)
    size += piece.length
    pieces.push(piece)
  }
  const packing = new Blob(pieces).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(packing).arrayBuffer())
  return { name: encoder.encode(name), bytes, check: ~check >>> 0, size }
}

/** UTF-8 names, deflate, and the fixed date 1980-01-01. */
const traits = [20, 0x0800, 8, 0, 0x21]

/** An entry's local header; with its offset in the file, its directory entry. */
function headOf(
  { name, bytes, check, size }: Packed,
  mark: number,
  offset?: number,
): Uint8Array<ArrayBuffer> {
  const isRow = offset !== undefined
  const head = new DataView(new ArrayBuffer((isRow ? 46 : 30) + name.length))
  head.setUint32(0, mark, true)
  if (isRow) head.setUint16(4, 20, true)
  const at = isRow ? 6 : 4
  traits.forEach((trait, index) => {
    head.setUint16(at + index * 2, trait, true)
  })
  ;[check, bytes.length, size].forEach((value, index) => {
    head.setUint32(at + 10 + index * 4, value, true)
  })
  head.setUint16(at + 22, name.length, true)
  if (isRow) head.setUint32(42, offset, true)
  const made = new Uint8Array(head.buffer)
  made.set(name, isRow ? 46 : 30)
  return made
}

function endOf(count: number, size: number, offset: number): Uint8Array<ArrayBuffer> {
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, 0x06054b50, true)
  end.setUint16(8, count, true)
  end.setUint16(10, count, true)
  end.setUint32(12, size, true)
  end.setUint32(16, offset, true)
  return new Uint8Array(end.buffer)
}
