// A certificate for `localhost` that is its own authority.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

export function makeCertificate(folder: string): { key: string; certificate: string } {
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  const request = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '30',
  ]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', [...request, ...subject, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
  return { key, certificate }
}
