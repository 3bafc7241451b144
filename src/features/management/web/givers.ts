// Names of users who can grant permissions, for the shell.
import { call } from '#web/api/client.ts'
import { listGivers } from '../contract.ts'

export const readGivers = (): Promise<readonly string[]> =>
  call(listGivers, {}, { quiet: true, loading: null })
