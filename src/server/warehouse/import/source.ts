// The file that is to be imported: whether it can be read at all, and as what.
import { open, stat } from 'node:fs/promises'
import { basename, extname, resolve } from 'node:path'
import { importProblem } from './problem.ts'

export type SourceKind = 'csv' | 'json' | 'parquet'

export interface Source {
  path: string
  /** Name without folders, for messages. */
  name: string
  kind: SourceKind
  size: number
}

const kinds: Record<string, SourceKind> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
  '.json': 'json',
  '.ndjson': 'json',
  '.jsonl': 'json',
  '.parquet': 'parquet',
}

/** Beginnings of files that wear a wrong ending. */
const signatures: [hex: string, what: string][] = [
  ['504b0304', '压缩包或 Excel 工作簿（.xlsx）'],
  ['d0cf11e0', 'Excel 工作簿（.xls）'],
  ['1f8b', 'gzip 压缩文件'],
  ['25504446', 'PDF'],
  ['50415231', 'Parquet'],
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
  const ending = extname(name).toLowerCase()
  const kind = kinds[ending]
  if (!kind) {
    throw importProblem(`不支持的文件类型「${ending || name}」，支持 ${Object.keys(kinds).join(' ')}`)
  }
  if (found.size === 0) throw importProblem(`文件是空的：${name}`)
  await checkBeginning(path, name, kind)
  return { path, name, kind, size: found.size }
}

async function checkBeginning(path: string, name: string, kind: SourceKind): Promise<void> {
  const beginning = await firstBytes(path, 8, name)
  const hex = beginning.toString('hex')
  const [, what] = signatures.find(([start]) => hex.startsWith(start)) ?? []
  if (kind === 'parquet' ? what === 'Parquet' : what === undefined) return
  if (kind === 'parquet') throw importProblem(`${name} 不是有效的 Parquet 文件`)
  throw importProblem(`${name} 的内容是${what}，不是文本；请另存为 CSV（UTF-8）后再导入`)
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
