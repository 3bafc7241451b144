// Cheap password hashes, because the tests create thousands of users.

import type { PasswordCost } from '#server/settings.ts'
import { hashPassword } from '#features/session/server/index.ts'

export const cheapCost: PasswordCost = { logN: 4, r: 1, p: 1 }

export const cheapHash = (password: string): Promise<string> => hashPassword(password, cheapCost)
