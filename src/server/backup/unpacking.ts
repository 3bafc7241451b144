// Unpacks an archive into a folder: each file is written whole and checked against the archive's list.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFile } from '../files/whole.ts'
import { spokenStorage } from '../storage.ts'
import { type BackupList, hashed, listName } from './backup.ts'
import { dumpName, formerDumpName, readFormerParts, readParts } from './dumpFile.ts'
import { BackupProblem } from './problem.ts'
import { readTar } from './tar.ts'

export const dumpOf = ({ format }: BackupList) =>
  format === 1 ? { name: formerDumpName, read: readFormerParts } : { name: dumpName, read: readParts }

/** Throws BackupProblem where the archive is damaged, incomplete or of a newer release. */
export async function unpack(path: string, folder: string): Promise<BackupList> {
  const found = new Map<string, { size: number; sha256: string }>()
  try {
    for await (const { name, size, chunks } of readTar(path)) {
      if (!/^[\w.-]+(\/[\w.-]+)*$/.test(name) || name.split('/').includes('..')) {
        throw new Error(`文件名「${name}」有误`)
      }
      if (found.has(name)) throw new Error(`其中 ${name} 有两个`)
      found.set(name, { size, sha256: await unpackFile(join(folder, name), chunks) })
    }
    return await checkList(folder, found)
  } catch (error) {
    // A storage error is not a fault of the backup.
    if (spokenStorage(error, folder)) throw error
    throw new BackupProblem(`备份 ${path} 不能使用：${(error as Error).message}`, { cause: error })
  }
}

async function unpackFile(path: string, chunks: AsyncIterable<Buffer>): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  const hash = createHash('sha256')
  await makeFile(path, hashed(chunks, hash), { flags: 'wx' })
  return hash.digest('hex')
}

async function checkList(
  folder: string,
  found: Map<string, { size: number; sha256: string }>,
): Promise<BackupList> {
  if (!found.delete(listName)) throw new Error('缺少清单，文件可能不完整')
  const list = JSON.parse(await readFile(join(folder, listName), 'utf8')) as BackupList
  await rm(join(folder, listName))
  if (list.format !== 1 && list.format !== 2) throw new Error('来自更新的版本，请升级程序')
  for (const { name, size, sha256 } of list.files) {
    const file = found.get(name)
    if (file?.size !== size || file.sha256 !== sha256) throw new Error(`其中 ${name} 已损坏`)
    found.delete(name)
  }
  if (found.size > 0) throw new Error(`其中 ${[...found.keys()].join('、')} 不在清单里`)
  const wanted = dumpOf(list).name
  if (!list.files.some(({ name }) => name === wanted)) throw new Error(`缺少 ${wanted}`)
  return list
}
