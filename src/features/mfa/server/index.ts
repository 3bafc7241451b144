// What the demo may use of the one-time codes' server.
export { sealedSeed } from './keeping.ts'
export { mfaAccounts } from './kind.ts'
