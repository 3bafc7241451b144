// One-time codes of accounts elsewhere (TOTP, RFC 6238). A seed is written and never read: what is told is the code of
// the moment, for how many seconds it counts, and where its account signs in.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'

const aliyun = '/api/s1/redirect/aliyun'
const ours = '/api/s1/mfa'
const access = { keys: ['get_mfa'] } as const
const manage = { keys: ['manage_authority'] } as const
const closed = { additionalProperties: false } as const
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
  /** Empty where there is a problem. */
  code: Type.String(),
  /** For which it counts still, by the server's clock. */
  secondsLeft: Type.Number(),
  /** The one after it, told while this one is about to end. */
  next: Type.Union([Type.String(), Type.Null()]),
  /** Why there is no code; empty for nothing. */
  problem: Type.String(),
}
const code = Type.Object(codeShape)
export type MfaCode = Static<typeof code>

/** Every answer has left a row in the audit. Without an id: the codes of all accounts. */
export const getMfa = defineCall({
  name: 'getMfa',
  method: 'GET',
  path: `${aliyun}/getMfa`,
  access,
  query: Type.Object({ id: Type.Optional(idSchema) }, closed),
  reply: Type.Object({ accounts: Type.Array(code) }),
  example: { query: { id: 987654321 } },
})

const signIn = Type.Object({
  /** Address of the console, as the installation names it. */
  url: Type.String(),
  /** It names none, so it is the demo's. */
  demo: Type.Boolean(),
  ...codeShape,
})
export type MfaSignIn = Static<typeof signIn>

/** Where the account signs in, with its code; the page opens it. Nothing of the request makes the address. */
export const redirectAliyunMfa = defineCall({
  name: 'redirectAliyunMfa',
  method: 'GET',
  path: `${aliyun}/redirectAliyunMfa/datashareuser`,
  access,
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
  /** When its seed was written. */
  seedAt: Type.String(),
  /** Chinese; why it has no codes. Empty where it has. */
  problem: Type.String(),
})
export type MfaAccount = Static<typeof mfaAccount>

const accountList = Type.Object({
  rows: Type.Array(mfaAccount),
  console: Type.Object({
    /** Host of the console; empty where none is named. */
    host: Type.String(),
    demo: Type.Boolean(),
    problem: Type.String(),
  }),
})
export type MfaAccountList = Static<typeof accountList>

/** The accounts without their codes: this is no look. */
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
    /** An otpauth:// address, which says all of the rest, or a seed in Base32. Absent: as it is. */
    seed: Type.Optional(Type.String({ maxLength: 2_000 })),
    /** Of a seed in Base32. */
    algorithm: Type.Optional(Type.Enum([...algorithms])),
    digits: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    period: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    /** What the seed gives now, typed from where it is set up: a seed is kept only once it is known to be right. */
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
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

export const restoreMfaAccounts = defineCall({
  name: 'restoreMfaAccounts',
  method: 'POST',
  path: `${ours}/restore`,
  access: manage,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

/** Who changed what; of seeds, that they were changed. */
export const mfaAccountHistory = defineCall({
  name: 'mfaAccountHistory',
  method: 'GET',
  path: `${ours}/history/{id}`,
  access: manage,
  params: Type.Object({ id: idSchema }),
  reply: changeHistory,
  example: { params: { id: 987654321 } },
})
