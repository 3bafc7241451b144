// The installation's secret: random bytes in DATA_DIR/secret, made when first asked for. It keys what others must not
// be able to guess (trace codes) and encrypts what must not be read. A backup holds it where a passphrase seals it.
import { hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { saveFileSync } from './files/whole.ts'
import { SettingsProblem } from './settings.ts'

export const secretWay =
  '请放回原文件，或用带密钥的备份恢复：npm run restore -- 备份文件；若已无法找回，新的密钥之下，已存的令牌、密钥和验证码种子须重新填写，旧的追踪码不再续用'

const known = new Map<string, Buffer>()

/** Throws SettingsProblem where the file is there and holds no secret: a short one would protect nothing. */
export function installationSecret(dataDir: string): Buffer {
  const secret = known.get(dataDir) ?? readSecret(dataDir) ?? makeSecret(dataDir)
  known.set(dataDir, secret)
  return secret
}

/** As its file has it. */
export const secretText = (secret: Buffer): string => `${secret.toString('hex')}\n`

/** By which it is known again; nothing of it follows from that. */
export const secretFingerprint = (secret: Buffer): string =>
  Buffer.from(hkdfSync('sha256', secret, 'analytics secret', 'fingerprint', 16)).toString('hex')

/** After another one has come in its place. */
export const forgetSecret = (dataDir: string): void => void known.delete(dataDir)

export const secretPath = (dataDir: string): string => join(dataDir, 'secret')

/** Null where there is none. */
export function readSecret(dataDir: string): Buffer | null {
  const path = secretPath(dataDir)
  try {
    const text = readFileSync(path, 'utf8').trim()
    if (!/^[0-9a-f]{64,}$/i.test(text)) {
      throw new SettingsProblem(`${path} 应为至少 64 位十六进制数，可能已损坏。${secretWay}`)
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
  saveFileSync(secretPath(dataDir), secretText(secret))
  return secret
}
