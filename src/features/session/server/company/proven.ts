// What a directory or a provider has proven of a person.
import type { Granted } from '#server/signIn/grants.ts'

export interface Proven {
  /** `ldap`, or the provider's key. */
  method: string
  /** The directory's or the provider's title. */
  title: string
  subject: string
  account: string
  email: string
  name: string
  groups: readonly string[]
  /** Null where no group gives a role. */
  granted: Granted | null
  isDisabled: boolean
}
