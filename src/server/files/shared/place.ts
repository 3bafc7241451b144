// Reads `FILES`: an absolute path, or s3://key:secret@host/bucket/prefix.
import { isAbsolute, resolve } from 'node:path'
import type { FilesPlace } from './types.ts'

/** Null for what is neither. */
export function readFilesPlace(text: string): FilesPlace | null {
  if (isAbsolute(text)) return resolve(text) === '/' ? null : { kind: 'folder', path: resolve(text) }
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const [bucket = '', ...prefix] = url.pathname.split('/').filter((part) => part !== '')
  const isPlain = url.searchParams.get('tls') === 'off'
  const isOurs = url.protocol === 's3:' && url.username !== '' && url.password !== '' && url.host !== ''
  const known = [...url.searchParams.keys()].every((name) => name === 'tls' || name === 'region')
  if (!isOurs || !known || url.hash !== '' || !/^[\w.-]{1,255}$/.test(bucket)) return null
  if (!prefix.every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part))) return null
  return {
    kind: 'bucket',
    endpoint: `${isPlain ? 'http' : 'https'}://${url.host}/${bucket}`,
    prefix: prefix.map((part) => `${part}/`).join(''),
    region: url.searchParams.get('region') || 'us-east-1',
    accessKey: decodeURIComponent(url.username),
    secretKey: decodeURIComponent(url.password),
  }
}

/** In words, without the key. */
export const shownPlace = (place: FilesPlace): string =>
  place.kind === 'folder' ? place.path : `${place.endpoint}/${place.prefix}`
