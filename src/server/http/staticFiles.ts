// Serves the built web part: hashed files are cached for ever, others revalidated; each is sent compressed as
// the build made it.
import { createReadStream, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname, resolve, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const siblings = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const

interface Found {
  path: string
  encoding: string | null
  stats: Stats
}

/**
 * Sends the file of `folder` that the path names; returns whether there is one. (A reply is thenable: an
 * async function that returned the reply would resolve to undefined after sending.)
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  folder: string,
  addressPath: string,
): Promise<boolean> {
  const path = fileIn(folder, addressPath)
  const found = path === null ? null : await findFile(path, request.headers['accept-encoding'] ?? '')
  if (path === null || !found) return false
  const tag = `"${found.stats.size.toString(36)}-${Math.trunc(found.stats.mtimeMs).toString(36)}"`
  reply.header('cache-control', cacheControl(path)).header('vary', 'accept-encoding').header('etag', tag)
  if (holdsTag(request.headers['if-none-match'], tag)) {
    reply.status(304).send()
    return true
  }
  reply
    .type(contentTypes[extname(path)] ?? 'application/octet-stream')
    .header('content-length', found.stats.size)
  if (found.encoding) reply.header('content-encoding', found.encoding)
  reply.send(request.method === 'HEAD' ? undefined : createReadStream(found.path))
  return true
}

/** If-None-Match is a list, in which compressing proxies mark tags as weak. */
const holdsTag = (list: string | undefined, tag: string): boolean =>
  list?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag) ?? false

/** Browsers request the favicon at each navigation; it may be an hour old. */
const cacheControl = (path: string): string =>
  isHashed(path)
    ? 'public, max-age=31536000, immutable'
    : /[\\/]favicon\.\w+$/.test(path)
      ? 'public, max-age=3600'
      : 'no-cache'

/** The build puts a content hash into these names. */
const isHashed = (path: string): boolean => /[\\/]assets[\\/][^\\/]*-[0-9A-Z]{8}\.\w+$/.test(path)

/** Null for paths that lead out of the folder, and for hidden files. */
function fileIn(folder: string, addressPath: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(addressPath)
  } catch {
    return null
  }
  if (decoded.includes('\0') || decoded.split(/[\\/]/).some((part) => part.startsWith('.'))) return null
  const path = resolve(folder, `.${decoded.startsWith('/') ? '' : '/'}${decoded}`)
  return path.startsWith(folder + sep) ? path : null
}

async function findFile(path: string, accepted: string): Promise<Found | null> {
  const plain = await fileStats(path)
  if (!plain) return null
  for (const { encoding, ending } of siblings) {
    if (!new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted)) continue
    const stats = await fileStats(path + ending)
    // A compressed file older than its original belongs to a former build.
    if (stats && stats.mtimeMs >= plain.mtimeMs) return { path: path + ending, encoding, stats }
  }
  return { path, encoding: null, stats: plain }
}

async function fileStats(path: string): Promise<Stats | null> {
  const stats = await stat(path).catch(() => null)
  return stats?.isFile() ? stats : null
}
