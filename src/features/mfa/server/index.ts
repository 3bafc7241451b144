// What the demo may use of the one-time code server.
export { sealedSeed } from './keeping.ts'
export { mfaAccounts } from './objectKind.ts'
