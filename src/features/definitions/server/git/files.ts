// Definitions as a folder of texts, a file an object, so that git shows what changed. The server's file is made of
// them again; ids are valid within the folder, as they are within a file.
import { type DefinitionsFile, fileFormat, fileVersion } from '#features/definitions/contract.ts'
import { GitProblem } from './problem.ts'

/** Paths with `/` below the folder, and their texts. */
export type Texts = ReadonlyMap<string, string>

type Part = Exclude<keyof DefinitionsFile, 'format' | 'version' | 'exportedAt'>
type Kept = Record<string, unknown> & { name: string }

/** Written last by a pull: a folder without it is not whole. */
export const headFile = 'definitions.json'

const folders: Readonly<Record<Part, readonly [folder: string, title: string]>> = {
  categories: ['categories', '分类'],
  dictionaries: ['dictionaries', '字典'],
  dimensionTables: ['dimension-tables', '维度表'],
  pointTables: ['point-tables', '指标表'],
  dimensions: ['dimensions', '维度'],
  points: ['points', '指标'],
  views: ['views', '视图'],
}
const parts = Object.keys(folders) as Part[]
export const partFolders: readonly string[] = parts.map((part) => folders[part][0])

export function textsOf(file: DefinitionsFile): Map<string, string> {
  const texts = new Map([[headFile, jsonText({ format: file.format, version: file.version })]])
  /** File systems of some machines take names that differ in case alone for the same one. */
  const taken = new Set<string>()
  for (const part of parts) {
    const [folder, title] = folders[part]
    for (const one of byIdentity(file[part] as unknown as Kept[])) {
      const path = freePath([folder, ...insideOf(one), fileName(one.name)].join('/'), taken)
      texts.set(path, `// ${title}：${oneLine(one.name)}\n${jsonText(one)}`)
    }
  }
  return texts
}

/** The order in which same names get their numbers must not depend on the server's order. */
const byIdentity = (all: readonly Kept[]): Kept[] =>
  all.toSorted(
    (a, b) =>
      compare(insideOf(a).join('/'), insideOf(b).join('/')) ||
      compare(a.name, b.name) ||
      Number(a.id) - Number(b.id),
  )

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b)

const insideOf = ({ folder }: Kept): string[] =>
  Array.isArray(folder) ? folder.map((name) => fileName(String(name))) : []

const longestName = 60

/** A name that every file system takes. */
function fileName(name: string): string {
  const plain = name
    .replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, '_')
    .replace(/^[. ]/, '_')
    .replace(/[. ]$/, '_')
  return [...plain].slice(0, longestName).join('') || '_'
}

function freePath(path: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const own = number === 1 ? `${path}.json` : `${path}~${number}.json`
    if (taken.has(own.toLowerCase())) continue
    taken.add(own.toLowerCase())
    return own
  }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

const jsonText = (value: unknown): string => `${JSON.stringify(sorted(value), null, 2)}\n`

/** Members by name; the order of lists means something. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => compare(a, b))
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]))
}

export function fileOf(texts: Texts): DefinitionsFile {
  const head = texts.get(headFile)
  if (head === undefined)
    throw new GitProblem(`文件夹里没有 ${headFile}：请先 pull；若上次 pull 中断了，请再运行一次`)
  const file = { ...(read(headFile, head) as object), exportedAt: '' } as unknown as Record<string, unknown>
  for (const part of parts) {
    const start = `${folders[part][0]}/`
    file[part] = [...texts].filter(([path]) => path.startsWith(start)).map(([path, text]) => read(path, text))
  }
  if (file.format !== fileFormat || file.version !== fileVersion)
    throw new GitProblem(`${headFile} 的 format 应为 ${fileFormat}，version 应为 ${fileVersion}`)
  return file as unknown as DefinitionsFile
}

/** Lines that begin with // are comments; they are read as empty ones, so that places stay right. */
function read(path: string, text: string): unknown {
  const bare = text.replace(/^\uFEFF/, '').replaceAll(/^[ \t]*\/\/.*$/gm, '')
  try {
    const value: unknown = JSON.parse(bare)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch (error) {
    const place = /line \d+ column \d+/.exec((error as Error).message)?.[0] ?? ''
    const spoken = place.replace(/line (\d+) column (\d+)/, '第 $1 行第 $2 列，')
    throw new GitProblem(`${path} 不是 JSON：${spoken}请改正后再试`)
  }
  throw new GitProblem(`${path} 应是一个 JSON 对象`)
}
