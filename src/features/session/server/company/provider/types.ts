// What a provider does for a sign-in, whatever it speaks.
import type { ProviderSettings } from '#server/signIn/providerSettings.ts'
import type { Proven } from '../proven.ts'

/** Secrets of one sign-in, known to the browser that began it alone. */
export interface FlowSecrets {
  state: string
  nonce: string
  verifier: string
}

export interface Asked {
  settings: ProviderSettings
  secrets: FlowSecrets
  /** Where the provider sends the browser back to. */
  redirectUri: string
}

interface Finished {
  proven: Proven
  /** Names the session at the provider when it is ended there; empty where it has none. */
  idToken: string
}

export interface Provider {
  /** Address that the browser is sent to. */
  begin(asked: Asked): Promise<string>
  /** Verifies what the provider sent the browser back with. Throws, and then nobody is signed in. */
  finish(asked: Asked, query: URLSearchParams): Promise<Finished>
  /** Address that ends the session at the provider; null where it knows no such thing. */
  leave?(settings: ProviderSettings, idToken: string, backTo: string): Promise<string | null>
}
