// The proposer, loaded when an import needs it: a start of the server does without.
import type { Proposer } from '#server/warehouse/import/proposal.ts'

const own = async (): Promise<Proposer> => (await import('./propose.ts')).reportProposer

export const reportProposer: Proposer = {
  roles: async (...given) => (await own()).roles(...given),
  personal: async (...given) => (await own()).personal(...given),
  breaks: async (...given) => (await own()).breaks(...given),
  kept: async (...given) => (await own()).kept(...given),
  gameColumnOf: (kept) => (kept as { game_column: string | null }[] | null)?.[0]?.game_column ?? null,
  takeBack: async (...given) => (await own()).takeBack(...given),
  check: async (...given) => (await own()).check(...given),
  known: async (...given) => (await own()).known(...given),
  save: async (...given) => (await own()).save(...given),
  standing: async (...given) => (await own()).standing(...given),
  restates: async (...given) => (await own()).restates(...given),
  forgetsRestated: async (...given) => (await own()).forgetsRestated(...given),
  keepsOut: async ({ metadata, dataDir, table }) =>
    (await import('./personal/keptOut.ts')).keptOutOf(metadata, dataDir, table),
  added: async (...given) => (await own()).added(...given),
}
