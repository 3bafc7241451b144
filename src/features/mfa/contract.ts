// One-time codes of external accounts (TOTP, RFC 6238). A seed can be written but never read; answers contain
// the current code, its remaining seconds and the account's sign-in address.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'

const aliyun = '/api/s1/redirect/aliyun'
const ours = '/api/s1/mfa'
const access = { keys: ['get_mfa'] } as const
const manage = { keys: ['manage_authority'] } as const
const line = Type.String({ maxLength: 400 })

/** The account whose console `redirectAliyunMfa/…` opens; the given path holds its name. */
export const consoleAccount = 'datashareuser'

export const algorithms = ['SHA1', 'SHA256', 'SHA512'] as const
export type Algorithm = (typeof algorithms)[number]
export const digitCounts = [6, 7, 8] as const
export const periods = { least: 15, most: 120, usual: 30 } as const

const shape = {
  issuer: Type.String(),
  account: Type.String(),
  algorithm: Type.Enum([...algorithms]),
  digits: Type.Integer(),
  /** In seconds. */
  period: Type.Integer(),
}

const codeShape = {
  id: Type.Integer(),
  name: Type.String(),
  ...shape,
  /** Empty when there is a problem. */
  code: Type.String(),
  /** Remaining validity by the server's clock. */
  secondsLeft: Type.Number(),
  /** The next code, given when the current one is about to expire. */
  next: Type.Union([Type.String(), Type.Null()]),
  /** Chinese: why there is no code; empty without a problem. */
  problem: Type.String(),
}
const code = Type.Object(codeShape)
export type MfaCode = Static<typeof code>

/** Every answer leaves an audit record. Without an id: the codes of all accounts. */
export const getMfa = defineCall({
  name: 'getMfa',
  method: 'GET',
  path: `${aliyun}/getMfa`,
  access,
  bearer: false,
  query: Type.Object({ id: Type.Optional(idSchema) }, closed),
  reply: Type.Object({ accounts: Type.Array(code) }),
  example: { query: { id: 987654321 } },
})

const signIn = Type.Object({
  /** The console's address from the installation's settings. */
  url: Type.String(),
  /** The settings name no address, so this is the demo's console. */
  demo: Type.Boolean(),
  ...codeShape,
})
export type MfaSignIn = Static<typeof signIn>

/**
 * The account's sign-in address and its code; the page opens the address. The address never depends on the
 * request.
 */
export const redirectAliyunMfa = defineCall({
  name: 'redirectAliyunMfa',
  method: 'GET',
  path: `${aliyun}/redirectAliyunMfa/datashareuser`,
  access,
  bearer: false,
  reply: signIn,
  example: {},
})

const mfaAccount = Type.Object({
  id: Type.Integer(),
  owner: Type.String(),
  createdAt: Type.String(),
  modifiedAt: Type.String(),
  modifiedBy: Type.String(),
  revision: Type.Integer(),
  editable: Type.Boolean(),
  name: Type.String(),
  ...shape,
  /** When the seed was written. */
  seedAt: Type.String(),
  /** Chinese: why the account has no codes; empty when it has. */
  problem: Type.String(),
})
export type MfaAccount = Static<typeof mfaAccount>

const accountList = Type.Object({
  rows: Type.Array(mfaAccount),
  console: Type.Object({
    /** Host of the console; empty when the settings name none. */
    host: Type.String(),
    demo: Type.Boolean(),
    problem: Type.String(),
  }),
})
export type MfaAccountList = Static<typeof accountList>

/** The accounts without codes, so the audit records nothing. */
export const listMfaAccounts = defineCall({
  name: 'listMfaAccounts',
  method: 'GET',
  path: `${ours}/list`,
  access,
  reply: accountList,
  example: {},
})

const accountChange = Type.Object(
  {
    id: Type.Optional(idOrNewSchema),
    revision: Type.Optional(Type.Integer({ minimum: 1 })),
    overwrite: Type.Optional(Type.Boolean()),
    name: line,
    issuer: Type.Optional(line),
    account: Type.Optional(line),
    /** An otpauth:// address, which contains everything else, or a seed in Base32. Absent: unchanged. */
    seed: Type.Optional(Type.String({ maxLength: 2_000 })),
    /** For a seed in Base32. */
    algorithm: Type.Optional(Type.Enum([...algorithms])),
    digits: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    period: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    /**
     * The current code, typed from the device that already has the seed: a seed is saved only when the code
     * proves it right.
     */
    code: Type.Optional(Type.String({ maxLength: 40 })),
  },
  closed,
)
export type MfaAccountChange = Static<typeof accountChange>

export const saveMfaAccount = defineCall({
  name: 'saveMfaAccount',
  method: 'POST',
  path: `${ours}/save`,
  access: manage,
  bearer: false,
  body: accountChange,
  reply: mfaAccount,
  example: { body: { id: -1, name: '账号', seed: 'none', code: '000000' } },
})

const ids = Type.Object({ ids: Type.Array(idSchema, { minItems: 1, maxItems: 100 }) }, closed)

export const deleteMfaAccounts = defineCall({
  name: 'deleteMfaAccounts',
  method: 'POST',
  path: `${ours}/delete`,
  access: manage,
  bearer: false,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

export const restoreMfaAccounts = defineCall({
  name: 'restoreMfaAccounts',
  method: 'POST',
  path: `${ours}/restore`,
  access: manage,
  bearer: false,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

/** Who changed what; for seeds only that they were changed. */
export const mfaAccountHistory = defineCall({
  name: 'mfaAccountHistory',
  method: 'GET',
  path: `${ours}/history/{id}`,
  access: manage,
  params: Type.Object({ id: idSchema }),
  reply: changeHistory,
  example: { params: { id: 987654321 } },
})
