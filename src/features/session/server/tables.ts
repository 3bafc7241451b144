// One-time links for setting passwords, and second steps. Users, roles and sessions are the platform's tables.
import { counted, defineTable, type RowOf, type RowsOf, text, whole } from '#server/metadata/table.ts'
import type { Sealing } from '#server/sealed.ts'

const passwordLink = defineTable({
  name: 'password_link',
  made: '0015-management',
  key: 'token_hash',
  columns: {
    /** SHA-256 of the token in hex; the token itself is not stored. */
    token_hash: text(),
    user_id: whole().refersTo('user', 'cascade'),
    /** Null for the terminal. */
    made_by: whole().nullable(),
    created_at: text(),
    expires_at: text(),
  },
  indexes: [{ columns: ['user_id'] }],
  backup: { leftOut: 'ended' },
})

export type PasswordLinkRow = RowOf<typeof passwordLink>

export const stepSealing: Sealing = {
  purpose: 'second step',
  by: 'id',
  named: 'account',
  list: '用户管理（/management/userManage）的两步登录',
}

/** A user has one that is confirmed, and one that is being set up, at most. */
const secondStep = defineTable({
  name: 'second_step',
  made: '0110-second-step',
  key: 'id',
  columns: {
    id: counted(),
    user_id: whole().refersTo('user', 'cascade'),
    /** The name in the authenticator. */
    account: text(),
    /** Base32, encrypted by src/server/sealed.ts and bound to this row. */
    seed: text().sealed(stepSealing),
    /** When a code proved it; null while it is being set up. */
    confirmed_at: text().nullable(),
    /** The last time step whose code was used; neither it nor an earlier one is taken again. */
    last_step: whole(),
    /** JSON array of SHA-256 in hex: the recovery codes that are left. */
    recovery: text(),
  },
  indexes: [{ columns: ['user_id'] }],
  backup: 'rows',
})

/** Between the password and the second step: a right to give a code, or to set one up. */
const signInTicket = defineTable({
  name: 'sign_in_ticket',
  made: '0110-second-step',
  key: 'token_hash',
  columns: {
    /** SHA-256 of the ticket, in hex. */
    token_hash: text(),
    user_id: whole().refersTo('user', 'cascade'),
    kind: text<'code' | 'setUp'>(),
    /** How the first step was passed. */
    method: text(),
    tries: whole(),
    expires_at: text(),
  },
  indexes: [{ columns: ['user_id'] }],
  backup: { leftOut: 'minutes' },
})

/** Why an account of the company may not be used, though nobody here disabled it. */
export type StoppedWhy = 'gone' | 'disabled' | 'noRole' | 'unseen'

/** Accounts whose password, name, role and games the company's directory or a provider keeps. A user has one at most. */
const outsideAccount = defineTable({
  name: 'outside_account',
  made: '0132-outside-accounts',
  key: 'id',
  columns: {
    id: counted(),
    user_id: whole().refersTo('user', 'cascade'),
    /** `ldap`, or the provider's key in settings.json. */
    method: text(),
    /** What names the account there for ever, whatever its name and address become. */
    subject: text(),
    /** The name there, for people. */
    account: text(),
    /** The person's name as it was told last, so that a change of it is noticed. */
    name: text(),
    /** JSON array: the groups as they were told last. */
    groups: text(),
    /** When it was last told that the account is in order, ISO. */
    checked_at: text(),
    /** Null: in use. Else the user is disabled, until the account is in order again. */
    stopped_why: text<StoppedWhy>().nullable(),
    /** The manager who linked a user from here with it; null where the first sign-in made the user. */
    linked_by: whole().nullable(),
  },
  indexes: [
    { columns: ['method', 'subject'], unique: true },
    { columns: ['user_id'], unique: true },
  ],
  backup: 'rows',
})

export type OutsideAccount = RowOf<typeof outsideAccount>

const providers = '0133-providers'

/** A sign-in at a provider that is under way. */
const signInFlow = defineTable({
  name: 'sign_in_flow',
  made: providers,
  key: 'flow_hash',
  columns: {
    /** SHA-256, in hex, of what the browser holds. */
    flow_hash: text(),
    /** The provider's key. */
    method: text(),
    expires_at: text(),
  },
  backup: { leftOut: 'minutes' },
})

/** A company account that was proven, and whose e-mail address a user here has: a manager may link the two. */
const accountClaim = defineTable({
  name: 'account_claim',
  made: providers,
  key: 'user_id',
  columns: {
    /** The user with the address. */
    user_id: whole().refersTo('user', 'cascade'),
    method: text(),
    subject: text(),
    account: text(),
    name: text(),
    at: text(),
  },
  backup: 'rows',
})

export const tokenSealing: Sealing = {
  purpose: 'id token',
  by: 'id_hash',
  named: 'method',
  list: '登录（重新登录即可）',
}

/** What ends a session at its provider, too. */
const outsideSession = defineTable({
  name: 'outside_session',
  made: providers,
  key: 'id_hash',
  columns: {
    id_hash: text().refersTo('session', 'cascade'),
    method: text(),
    /** The ID token, encrypted; empty where the provider gives none. */
    id_token: text().sealed(tokenSealing),
  },
  backup: { leftOut: 'ended' },
})

export const sessionTables = [
  passwordLink,
  secondStep,
  signInTicket,
  outsideAccount,
  signInFlow,
  accountClaim,
  outsideSession,
]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof sessionTables> {}
}
