// Serves the built browser part: hashed files for ever, others asked anew, each compressed as built.
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
 * Sends the file of `folder` that the address path names; says whether there is one. (A reply is thenable: one
 * that an async function returns would come to its caller as undefined, after it was sent.)
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

/** A list, in which proxies that compress mark tags as weak. */
const holdsTag = (list: string | undefined, tag: string): boolean =>
  list?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag) ?? false

/** Browsers ask for the window's icon at each change of page; it may be an hour old. */
const cacheControl = (path: string): string =>
  isHashed(path)
    ? 'public, max-age=31536000, immutable'
    : /[\\/]favicon\.\w+$/.test(path)
      ? 'public, max-age=3600'
      : 'no-cache'

/** Names made by the build hold the hash of what is inside. */
const isHashed = (path: string): boolean => /[\\/]assets[\\/][^\\/]*-[0-9A-Z]{8}\.\w+$/.test(path)

/** Null for what would lead out of the folder, and for hidden files. */
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
    // One that is older than the file itself was left from another build.
    if (stats && stats.mtimeMs >= plain.mtimeMs) return { path: path + ending, encoding, stats }
  }
  return { path, encoding: null, stats: plain }
}

async function fileStats(path: string): Promise<Stats | null> {
  const stats = await stat(path).catch(() => null)
  return stats?.isFile() ? stats : null
}
