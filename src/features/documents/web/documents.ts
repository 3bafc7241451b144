// Platform documents: rows of a dictionary, each a link to another site. A dot marks documents that changed
// since the user opened them.
import { create } from 'zustand'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { isRecord, readJson, writeJson } from '#web/shell/storage.ts'
import { anaDictListsByFormName, type Dictionary, documentDictionary } from '#features/dictionary/contract.ts'

export interface PlatformDocument {
  name: string
  url: string
  updateTime: string
}

const cacheKey = 'documentMenuObj'
const openedKey = 'docUpdateTimeMap'

interface Documents {
  documents: readonly PlatformDocument[]
  /** Address → the update time that the user saw when opening it. */
  opened: Readonly<Record<string, string>>
  state: 'idle' | 'loading' | 'ready'
  /** Why the list is outdated or missing. */
  failure: CallError | null
}

export const useDocuments = create<Documents>(() => ({
  documents: readJson(cacheKey, isCached)?.documents ?? [],
  opened: readJson(openedKey, isTextMap) ?? {},
  state: 'idle',
  failure: null,
}))

/** Loads the list; the cached list shows until then, and stays, marked as outdated, when loading fails. */
export async function loadDocuments(): Promise<readonly PlatformDocument[]> {
  useDocuments.setState({ state: 'loading' })
  try {
    const dictionaries = await call(anaDictListsByFormName, { body: [documentDictionary] }, { quiet: true })
    const documents = dictionaries.flatMap(documentsOf)
    writeJson(cacheKey, { documents })
    useDocuments.setState({ documents, state: 'ready', failure: null })
  } catch (error) {
    useDocuments.setState({ state: 'ready', failure: failureOf(error) })
  }
  return useDocuments.getState().documents
}

/** The dictionary's rows as documents; rows without a name or a web address are left out. */
export function documentsOf({
  attributes,
  values,
}: Pick<Dictionary, 'attributes' | 'values'>): PlatformDocument[] {
  const column = (name: string, otherwise: number) => {
    const found = attributes.indexOf(name)
    return found < 0 ? otherwise : found
  }
  const [name, url, updateTime] = [column('name', 0), column('url', 1), column('update_time', 2)]
  return values
    .map(({ data }) => ({
      name: (data[name] ?? '').trim(),
      url: (data[url] ?? '').trim(),
      updateTime: (data[updateTime] ?? '').trim(),
    }))
    .filter((document) => document.name !== '' && isWebAddress(document.url))
}

/** Only http and https: a dictionary must not be able to run a script here. */
function isWebAddress(text: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol)
  } catch {
    return false
  }
}

export function isNew(document: PlatformDocument, opened: Documents['opened']): boolean {
  const seen = Object.hasOwn(opened, document.url) ? opened[document.url] : undefined
  return seen !== document.updateTime
}

export function markOpened({ url, updateTime }: PlatformDocument): void {
  // Read again, because another tab may have opened other documents meanwhile.
  const opened = { ...readJson(openedKey, isTextMap), [url]: updateTime }
  writeJson(openedKey, opened)
  useDocuments.setState({ opened })
}

/** Opens a document in a new tab without access to this one. */
export function openDocument(document: PlatformDocument): void {
  markOpened(document)
  window.open(document.url, '_blank', 'noopener,noreferrer')
}

function isTextMap(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every((text) => typeof text === 'string')
}

function isCached(value: unknown): value is { documents: PlatformDocument[] } {
  return isRecord(value) && Array.isArray(value.documents) && value.documents.every(isDocument)
}

function isDocument(value: unknown): value is PlatformDocument {
  if (!isRecord(value)) return false
  const { name, url, updateTime } = value
  return (
    typeof name === 'string' && typeof url === 'string' && typeof updateTime === 'string' && isWebAddress(url)
  )
}
