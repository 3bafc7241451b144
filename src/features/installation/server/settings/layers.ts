// Puts what managers keep below what the file of this server says, and both into force. `Settings` is read by
// everybody at any time, so a change replaces its parts in one turn.
import { type Installation, readInstallation } from '#server/installation.ts'
import type { Settings } from '#server/settings.ts'
import type { SettingValue } from '#features/installation/contract.ts'
import { declaredSettings } from './declared.ts'

export type KeptValues = Readonly<Record<string, SettingValue>>
type Tree = Record<string, unknown>

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at `mail.host`; undefined where there is none. */
export const valueAt = (tree: unknown, key: string): unknown =>
  key.split('.').reduce<unknown>((part, name) => (isTree(part) ? part[name] : undefined), tree)

function nested(values: KeptValues): Tree {
  const tree: Tree = {}
  for (const [key, value] of Object.entries(values)) {
    if (value === null) continue
    const names = key.split('.')
    const last = names.pop() as string
    let part = tree
    for (const name of names) {
      part[name] ??= {}
      part = part[name] as Tree
    }
    part[last] = value
  }
  return tree
}

function over(below: Tree, above: Readonly<Tree>): Tree {
  const merged: Tree = { ...below }
  for (const [name, value] of Object.entries(above)) {
    const under = below[name]
    merged[name] = isTree(under) && isTree(value) ? over(under, value) : value
  }
  return merged
}

/** Throws an Error that says in Chinese what is wrong or contradicts itself. */
export function readLayers(given: Readonly<Tree>, kept: KeptValues): Installation {
  const read = readInstallation(over(nested(kept), given))
  if (read.https && read.publicUrl?.startsWith('http://'))
    throw new Error('publicUrl 以 http:// 开头，与「经由 HTTPS 访问」矛盾')
  const host = read.publicUrl === null ? null : new URL(read.publicUrl).hostname
  if (
    host !== null &&
    read.hostNames.length > 0 &&
    !read.hostNames.some((name) => name.toLowerCase() === host)
  )
    throw new Error(`hostNames 里没有公开地址的主机名 ${host}，按它打开会被拒绝`)
  return read
}

/** What was kept when this server started, for settings that are read at the start alone. */
const atStart = new WeakMap<Installation, KeptValues>()
const waiting = new Set(declaredSettings.filter(({ restart }) => restart).map(({ key }) => key))

export const startedWith = (installation: Installation): KeptValues => atStart.get(installation) ?? {}

/** For a start, before anything reads the settings: everything comes into force. */
export function beginWith({ installation }: Pick<Settings, 'installation'>, kept: KeptValues): void {
  const { given } = installation
  Object.assign(installation, readLayers(given, kept), { given })
  atStart.set(installation, kept)
}

/** For a running server: what is read at the start alone stays as it was then. */
export function takeOver({ installation }: Pick<Settings, 'installation'>, kept: KeptValues): void {
  const started = startedWith(installation)
  const living = Object.entries(kept).filter(([key]) => !waiting.has(key))
  const staying = Object.entries(started).filter(([key]) => waiting.has(key))
  const { given } = installation
  Object.assign(installation, readLayers(given, Object.fromEntries([...living, ...staying])), { given })
}
