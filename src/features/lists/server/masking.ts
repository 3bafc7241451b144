// Devices and addresses in the black and the white list as readers without the right to personal data see them, once
// columns of that kind are marked as personal data: as masks, the same as in reports.
import { seesPersonal } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/objects/types.ts'
import { personalKey } from '#server/personalKey.ts'
import { maskedText } from '#server/personalMask.ts'
import { personalNames } from '#features/config/server/index.ts'
import type { EntryKind } from '../contract.ts'

export interface ListMasks {
  /** Kinds of entries whose values are masked. */
  kinds: readonly EntryKind[]
  /** The kind may be one of a published row, which is any text. */
  shown(kind: string, value: string): string
}

const personalKinds = ['device', 'ip'] as const
const isPersonal = (kind: string): kind is (typeof personalKinds)[number] =>
  personalKinds.some((each) => each === kind)

export async function masksFor(
  { metadata, settings }: Pick<Deps, 'metadata' | 'settings'>,
  caller: Pick<Caller, 'personal'>,
): Promise<ListMasks> {
  if (seesPersonal(caller)) return { kinds: [], shown: (_, value) => value }
  const marked = new Set((await personalNames(metadata.db)).values())
  const kinds = personalKinds.filter((kind) => marked.has(kind))
  return {
    kinds,
    shown: (kind, value) =>
      isPersonal(kind) && kinds.includes(kind)
        ? maskedText(value, kind, personalKey(settings.dataDir))
        : value,
  }
}
