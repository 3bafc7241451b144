// The installation's secret: random bytes in DATA_DIR/secret, made when first asked for. It keys what others must not
// be able to guess (trace codes); it is in no backup: a restored installation keeps the one it has.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { saveFileSync } from './files/whole.ts'
import { SettingsProblem } from './settings.ts'

const known = new Map<string, Buffer>()

/** Throws SettingsProblem where the file is there and holds no secret: a short one would protect nothing. */
export function installationSecret(dataDir: string): Buffer {
  const secret = known.get(dataDir) ?? readSecret(dataDir) ?? makeSecret(dataDir)
  known.set(dataDir, secret)
  return secret
}

export const secretPath = (dataDir: string): string => join(dataDir, 'secret')

function readSecret(dataDir: string): Buffer | null {
  const path = secretPath(dataDir)
  try {
    const text = readFileSync(path, 'utf8').trim()
    if (!/^[0-9a-f]{64,}$/i.test(text)) {
      throw new SettingsProblem(`${path} 应为至少 64 位十六进制数。删除该文件后重新启动，会生成新的密钥`)
    }
    if (statSync(path).mode & 0o077) chmodSync(path, 0o600)
    return Buffer.from(text, 'hex')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Named only once it is whole: a kill leaves no half of one. */
function makeSecret(dataDir: string): Buffer {
  const secret = randomBytes(32)
  mkdirSync(dataDir, { recursive: true })
  saveFileSync(secretPath(dataDir), `${secret.toString('hex')}\n`)
  return secret
}
