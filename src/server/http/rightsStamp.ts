// What tells a browser that its user's rights are others than before, without telling which they are.
import { createHash } from 'node:crypto'
import type { SessionUser } from './session.ts'

export const rightsStamp = ({ roleName, authorityInfo, games, rules, seeing }: SessionUser): string =>
  createHash('sha256')
    .update(JSON.stringify([roleName, authorityInfo, games, rules, seeing]))
    .digest('base64url')
    .slice(0, 12)
