// Formats durations and sizes for the workspace.

/** 86 → «86 ms», 1843 → «1.84 s», 95000 → «1 分 35 秒». */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(2)} s`
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)} 分 ${seconds % 60} 秒`
}

const units = ['B', 'KB', 'MB', 'GB'] as const

export function bytesText(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 1_024 && unit < units.length - 1) {
    size /= 1_024
    unit++
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`
}

/** A valid file name. */
export const fileNameFor = (title: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go.
  title.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_').slice(0, 80) || '结果'

type Waits = { place: number | null; waiting: number; behind?: readonly Ahead[] | undefined }
type Ahead = { name: string; elapsedMs: number }

const longestName = 20
const shortName = (name: string): string =>
  name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name

/** What a run waits for: the user's own runs by name, else the number of runs before it. */
export function queueText({ place, waiting, behind = [] }: Waits): string {
  const [longest, ...others] = behind.toSorted((one, other) => other.elapsedMs - one.elapsedMs)
  if (longest && others.length > 0) {
    const used = durationText(longest.elapsedMs)
    return `排在你自己的 ${behind.length} 个之后，最久的「${shortName(longest.name)}」已用 ${used}`
  }
  if (place === null) return '排队中'
  return `其他人的查询正在运行，排第 ${place} 位，共 ${Math.max(place, waiting)} 个在等`
}

/** A code with its label beside it. */
export const beside = (code: string, name: string): string => `${code} ${name}`
