// A stamp that tells a browser that its user's rights have changed, without revealing them.
import { createHash } from 'node:crypto'
import type { SessionUser } from './session.ts'

export const rightsStamp = ({ roleName, authorityInfo, games, rules, seeing }: SessionUser): string =>
  createHash('sha256')
    .update(JSON.stringify([roleName, authorityInfo, games, rules, seeing]))
    .digest('base64url')
    .slice(0, 12)
