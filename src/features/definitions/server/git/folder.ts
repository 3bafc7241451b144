// The folder on the disk. Only plain files below our own folders are read and written; whatever else is there, such as
// .git and a README, is left alone.
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { headFile, partFolders, type Texts } from './files.ts'
import { GitProblem } from './problem.ts'

const mostFiles = 20_000
/** As much as a server takes in one push. */
const mostBytes = 15 * 1024 * 1024
const deepest = 12

export function readTexts(folder: string): Map<string, string> {
  const texts = new Map<string, string>()
  let bytes = 0
  for (const path of ourFiles(folder)) {
    bytes += lstatSync(join(folder, path)).size
    if (bytes > mostBytes)
      throw new GitProblem(`文件夹里的定义超过 ${mostBytes / 1024 / 1024} MB，请分成几个文件夹`)
    texts.set(path, textOf(folder, path))
  }
  return texts
}

function textOf(folder: string, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(join(folder, path)))
  } catch (error) {
    if (error instanceof TypeError) throw new GitProblem(`${path} 不是 UTF-8 文本`)
    throw new GitProblem(`${path} 读取失败：${(error as Error).message}`)
  }
}

/** Paths of our files, sorted. Throws on links, which could lead out of the folder, and on anything odd. */
function ourFiles(folder: string): string[] {
  const found = kindOf(folder, headFile) === 'file' ? [headFile] : []
  const walk = (path: string, depth: number): void => {
    if (depth > deepest) throw new GitProblem(`${path} 的文件夹太深`)
    const kind = kindOf(folder, path)
    if (kind === 'file' && path.endsWith('.json')) found.push(path)
    if (found.length > mostFiles) throw new GitProblem(`文件夹里的文件超过 ${mostFiles} 个`)
    if (kind !== 'folder') return
    for (const name of readdirSync(join(folder, path)).sort()) walk(`${path}/${name}`, depth + 1)
  }
  for (const part of partFolders) walk(part, 0)
  return found
}

function kindOf(folder: string, path: string): 'file' | 'folder' | 'none' {
  const found = lstatSync(join(folder, path), { throwIfNoEntry: false })
  if (!found) return 'none'
  if (found.isDirectory()) return 'folder'
  if (found.isFile()) return 'file'
  throw new GitProblem(`${path} 是链接或特殊文件，不能放在定义的文件夹里`)
}

/** A pull that ends half-way leaves no head file, and the next one begins anew. */
export function writeTexts(folder: string, texts: Texts): { written: number; removed: number } {
  mkdirSync(folder, { recursive: true })
  assertOurs(folder)
  const before = ourFiles(folder)
  const head = texts.get(headFile) ?? ''
  const others = [...texts].filter(([path]) => path !== headFile)
  const changed = others.filter(([path, text]) => !before.includes(path) || textOf(folder, path) !== text)
  const gone = before.filter((path) => !texts.has(path))
  if (changed.length + gone.length > 0) {
    writeFileSync(join(folder, pulling), '')
    rmSync(join(folder, headFile), { force: true })
  }
  for (const path of gone) rmSync(join(folder, path))
  for (const [path, text] of changed) writeWhole(folder, path, text)
  writeWhole(folder, headFile, head)
  rmSync(join(folder, pulling), { force: true })
  return { written: changed.length, removed: gone.length }
}

/** Stands there while a pull writes. */
const pulling = '.definitions-pull'

/** Our names in somebody's own folder may be their files. */
function assertOurs(folder: string): void {
  if (kindOf(folder, headFile) === 'file' || kindOf(folder, pulling) === 'file') return
  const theirs = partFolders.find((part) => kindOf(folder, part) !== 'none')
  if (theirs !== undefined)
    throw new GitProblem(`文件夹里已有 ${theirs}，却没有 ${headFile}：它可能是别的内容，请换一个文件夹`)
}

function writeWhole(folder: string, path: string, text: string): void {
  const place = join(folder, path)
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(`${place}.part`, text)
  renameSync(`${place}.part`, place)
}
