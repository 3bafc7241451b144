// The key of the hashes that stand for personal data: of this installation alone, so that a hash can be tried with no
// list of numbers elsewhere, and equal for as long as the secret is.
import { hkdfSync } from 'node:crypto'
import { installationSecret } from './secret.ts'

const known = new Map<string, string>()

export function personalKey(dataDir: string): string {
  const found = known.get(dataDir) ?? keyOf(installationSecret(dataDir))
  known.set(dataDir, found)
  return found
}

const keyOf = (secret: Buffer): string =>
  Buffer.from(hkdfSync('sha256', secret, 'analytics secret', 'personal data', 24)).toString('hex')
