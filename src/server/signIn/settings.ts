// `signIn` of settings.json: how people sign in beside the accounts that are kept here.
import { type Static, Type } from 'typebox'
import { closed } from '#shared/call.ts'
import { type LdapSettings, ldapSchema, readLdap } from './ldapSettings.ts'

export const signInSchema = Type.Object({ ldap: Type.Optional(ldapSchema) }, closed)

export interface SignInSettings {
  /** Null: passwords are checked here alone. */
  ldap: LdapSettings | null
}

/** Throws an Error that names what is wrong. */
export const readSignIn = ({ ldap }: Static<typeof signInSchema> = {}): SignInSettings => ({
  ldap: ldap ? readLdap(ldap) : null,
})
