// The data folder's id. Jobs with local results run only on servers that use this folder.
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeFileSync } from '../files/whole.ts'

export const homePath = (dataDir: string): string => join(dataDir, 'home')

export function homeOf(dataDir: string): string {
  const path = homePath(dataDir)
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    mkdirSync(dataDir, { recursive: true })
  }
  // Several servers may start together: link() never replaces a file, so one id wins.
  const aside = `${path}.${process.pid}`
  makeFileSync(aside, `${randomBytes(12).toString('base64url')}\n`)
  try {
    linkSync(aside, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
  return readFileSync(path, 'utf8').trim()
}
