// Checks the file to import: whether it can be read, and as what kind.
import { open, stat } from 'node:fs/promises'
import { basename, extname, resolve } from 'node:path'
import { innerName, isPacked, packedEndings, unpackInto } from './packing.ts'
import { importProblem } from './problem.ts'

/** `packed`: what it is shows only once it is unpacked. */
type SourceKind = 'csv' | 'json' | 'parquet' | 'xlsx' | 'xls' | 'packed'

export interface Source {
  path: string
  /** Name without folders, for messages. */
  name: string
  kind: SourceKind
  size: number
}

const endings: Record<string, SourceKind> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
  '.json': 'json',
  '.ndjson': 'json',
  '.jsonl': 'json',
  '.parquet': 'parquet',
  '.xlsx': 'xlsx',
  '.xls': 'xls',
}

/** Magic bytes of binary files: the supported kinds, and others that people take for tables. */
const signatures: [hex: string, kind: SourceKind | null, what: string][] = [
  ['504b0304', 'xlsx', ''],
  ['d0cf11e0', 'xls', ''],
  ['50415231', 'parquet', ''],
  ['504b0506', null, '空的压缩包'],
  ['1f8b', 'packed', 'gzip 压缩文件'],
  ['28b52ffd', 'packed', 'zstd 压缩文件'],
  ['377abcaf', null, '7z 压缩文件'],
  ['52617221', null, 'RAR 压缩文件'],
  ['25504446', null, 'PDF'],
  ['89504e47', null, '图片'],
  ['ffd8ff', null, '图片'],
  ['53514c69746520', null, 'SQLite 数据库'],
]

export async function readSource(file: string): Promise<Source> {
  const path = resolve(file)
  const name = basename(path)
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw importProblem(`文件不存在：${file}`)
    throw importProblem(`文件无法读取：${file}（${error.code}）`)
  })
  if (found.isDirectory()) throw importProblem(`这是一个文件夹，请给出文件：${file}`)
  if (!found.isFile()) throw importProblem(`不是普通文件：${file}`)
  return sourceAt(path, name, found.size)
}

/** A file stored under another name than the user's. */
export async function sourceAt(path: string, name: string, size: number): Promise<Source> {
  checkedEnding(name)
  if (size === 0) throw importProblem(`文件是空的：${name}`)
  const kind = await kindOf(path, name, endings[extname(innerName(name)).toLowerCase()] as SourceKind)
  return { path, name, kind, size }
}

/** A packed file as its content, which is written into the folder; others as they are. */
export async function unpacked(source: Source, folder: string, signal?: AbortSignal): Promise<Source> {
  if (source.kind !== 'packed') return source
  const { path, size } = await unpackInto(source, folder, signal)
  return sourceAt(path, innerName(source.name), size)
}

/** Returns the name if its ending can be imported. */
export function checkedEnding(name: string): string {
  const ending = extname(innerName(name)).toLowerCase()
  if (endings[ending]) return name
  const known = [...Object.keys(endings), ...packedEndings.map((packing) => `.csv${packing}`)].join(' ')
  throw importProblem(`不支持的文件类型「${ending || name}」，支持 ${known}`)
}

/** Decided by the content; the ending only distinguishes kinds of text. */
async function kindOf(path: string, name: string, ending: SourceKind): Promise<SourceKind> {
  const beginning = await firstBytes(path, 512, name)
  const hex = beginning.toString('hex')
  const signed = signatures.find(([start]) => hex.startsWith(start))
  if (signed) {
    const [, kind, what] = signed
    if (kind === 'packed' ? isPacked(name) : kind) return kind as SourceKind
    throw importProblem(`${name} 的内容是${what}，不是表格；请先转为 CSV、Excel、Parquet 或 JSON`)
  }
  if (isPacked(name)) throw importProblem(`${name} 的内容没有压缩，或已损坏；请改掉它的后缀再导入`)
  if (ending === 'parquet') throw importProblem(`${name} 不是有效的 Parquet 文件`)
  // Reporting tools also write text, pages and XML under a workbook's ending.
  const text = beginning
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (/^<(\?xml|!doctype|html|head|body|meta|style|table|div|workbook)/i.test(text)) return 'xls'
  return ending === 'json' || /^(\[\s*)?\{\s*["}]/.test(text) ? 'json' : 'csv'
}

export async function firstBytes(path: string, count: number, name: string): Promise<Buffer> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw importProblem(`文件无法读取：${name}（${error.code}）`)
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
