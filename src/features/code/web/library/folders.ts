// The team folders known to this page, and the notation of places in them.
import { create } from 'zustand'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { latestOf } from '#web/api/latest.ts'
import {
  listQueryFolders,
  type QueryFolder,
  type QueryRight,
  type SavedQuery,
} from '#features/code/contract.ts'

interface Folders {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  failure: CallError | null
  folders: readonly QueryFolder[]
}

export const useFolders = create<Folders>(() => ({ status: 'idle', failure: null, folders: [] }))

const reads = latestOf()

export async function loadFolders(): Promise<void> {
  const isLatest = reads.begin()
  useFolders.setState({ status: 'loading' })
  try {
    const folders = await call(listQueryFolders, {}, { quiet: true, loading: null })
    if (isLatest()) useFolders.setState({ status: 'ready', failure: null, folders })
  } catch (error) {
    if (isLatest()) useFolders.setState({ status: 'failed', failure: failureOf(error) })
  }
}

export const putFolder = (folder: QueryFolder): void =>
  useFolders.setState(({ folders }) => ({
    folders: folders.some(({ id }) => id === folder.id)
      ? folders.map((one) => (one.id === folder.id ? folder : one))
      : [...folders, folder],
  }))

export const rightTexts: Record<QueryRight, string> = { read: '可查看', run: '可运行', edit: '可编辑' }

type Held = Pick<SavedQuery, 'right'>
export const mayEdit = ({ right }: Held): boolean => right === 'own' || right === 'edit'
export const mayRun = ({ right }: Held): boolean => mayEdit({ right }) || right === 'run'

/** Why the query can't be changed; undefined where it can. */
export const unchangeable = ({ right, team }: Pick<SavedQuery, 'right' | 'team'>): string | undefined =>
  mayEdit({ right }) ? undefined : `你对团队文件夹「${team}」没有编辑权限，可以另存为自己的副本`

/**
 * A place in addresses: a path of one's own folders, or `/12` and `/12/日报` in team folder 12. Own paths never
 * begin with a slash, so the two can't be confused.
 */
export const teamPlace = (folderId: number, path = ''): string =>
  `/${folderId}${path === '' ? '' : `/${path}`}`

export function readPlace(place: string): { folderId: number | null; path: string } {
  if (!place.startsWith('/')) return { folderId: null, path: place }
  const [id = '', ...parts] = place.slice(1).split('/')
  return { folderId: Number(id), path: parts.join('/') }
}

const isWithin = (folder: string, path: string): boolean =>
  path === '' || folder === path || folder.startsWith(`${path}/`)

export function standsIn(
  { folderId, folder }: Pick<SavedQuery, 'folderId' | 'folder'>,
  place: string,
): boolean {
  const wanted = readPlace(place)
  return folderId === wanted.folderId && isWithin(folder, wanted.path)
}

/** «运营团队 / 日报»; for one's own, «日报». */
export function placeText({ team, folder }: Pick<SavedQuery, 'team' | 'folder'>): string {
  return [team, ...folder.split('/')].filter((part) => part !== '').join(' / ')
}

export function placeTitle(place: string): string {
  const { folderId, path } = readPlace(place)
  const team = useFolders.getState().folders.find(({ id }) => id === folderId)?.name ?? ''
  return placeText({ team: folderId === null ? '' : team || `#${folderId}`, folder: path })
}

/** Where a query can be moved: to one's own, and to folders with the right to edit. */
export const placesToFill = (folders: readonly QueryFolder[]): { value: string; title: string }[] => [
  { value: '', title: '我的查询（只有自己可见）' },
  ...folders
    .filter(({ right }) => right === 'edit')
    .map(({ id, name }) => ({ value: String(id), title: `团队：${name}` })),
]
