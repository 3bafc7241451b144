// `signIn` of settings.json: how people sign in beside the accounts that are kept here.
import { type Static, Type } from 'typebox'
import { closed } from '#shared/call.ts'
import { type LdapSettings, ldapSchema, readLdap } from './ldapSettings.ts'
import { type ProviderSettings, providersSchema, readProviders } from './providerSettings.ts'

export const signInSchema = Type.Object(
  { ldap: Type.Optional(ldapSchema), providers: Type.Optional(providersSchema) },
  closed,
)

export interface SignInSettings {
  /** Null: passwords are checked here alone. */
  ldap: LdapSettings | null
  /** In the order of the file, which is that of their buttons. */
  providers: ProviderSettings[]
}

/** Throws an Error that names what is wrong. */
export const readSignIn = (
  { ldap, providers = {} }: Static<typeof signInSchema> = {},
  publicUrl?: string,
): SignInSettings => ({
  ldap: ldap ? readLdap(ldap) : null,
  providers: readProviders(providers, publicUrl),
})
