// The addresses and keys of receivers: stored encrypted and bound to their row; only masked hints are ever
// returned.
import { type SealedPlace, seal, sealedPlace, unseal } from '#server/sealed.ts'
import type { Settings } from '#server/settings.ts'
import { AppError } from '#shared/errors.ts'
import type { ReceiverSecrets, StoredReceiver } from './objectKinds.ts'
import { secretsSealing } from './tables.ts'

type Place = Pick<Settings, 'dataDir'>

const placeOf = (place: Place, id: number): SealedPlace => sealedPlace(place, 'receiver', secretsSealing, id)

/** Whether the receiver has secrets that this installation can't decrypt. */
export const isLost = (place: Place, { id, secrets }: Pick<StoredReceiver, 'id' | 'secrets'>): boolean =>
  secrets !== '' && unseal(secrets, placeOf(place, id)) === null

export const sealSecrets = (place: Place, id: number, secrets: ReceiverSecrets): string =>
  seal(JSON.stringify(secrets), placeOf(place, id))

/** Throws gateway_failed when this installation can't decrypt the secrets. */
export function readSecrets(
  place: Place,
  { id, secrets }: Pick<StoredReceiver, 'id' | 'secrets'>,
): ReceiverSecrets {
  if (secrets === '') return {}
  const text = unseal(secrets, placeOf(place, id as number))
  if (text === null)
    throw new AppError('gateway_failed', '渠道的地址是在另一套系统上加密的，这里无法解密，请重新填写')
  return JSON.parse(text) as ReceiverSecrets
}
