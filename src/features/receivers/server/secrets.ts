// The addresses and keys of receivers: encrypted as they are kept, bound to their row; only their hints are ever told.
import { type SealedPlace, seal, sealedPlace, unseal } from '#server/sealed.ts'
import type { Settings } from '#server/settings.ts'
import { AppError } from '#shared/errors.ts'
import type { ReceiverSecrets, StoredReceiver } from './kinds.ts'
import { secretsSealing } from './tables.ts'

type Place = Pick<Settings, 'dataDir'>

const placeOf = (place: Place, id: number): SealedPlace => sealedPlace(place, 'receiver', secretsSealing, id)

/** Whether there are some that can't be read here. */
export const isLost = (place: Place, { id, secrets }: Pick<StoredReceiver, 'id' | 'secrets'>): boolean =>
  secrets !== '' && unseal(secrets, placeOf(place, id)) === null

export const sealSecrets = (place: Place, id: number, secrets: ReceiverSecrets): string =>
  seal(JSON.stringify(secrets), placeOf(place, id))

/** Throws gateway_failed where they can't be read here. */
export function readSecrets(
  place: Place,
  { id, secrets }: Pick<StoredReceiver, 'id' | 'secrets'>,
): ReceiverSecrets {
  if (secrets === '') return {}
  const text = unseal(secrets, placeOf(place, id as number))
  if (text === null)
    throw new AppError('gateway_failed', '渠道的地址是在另一套安装上加密的，这里无法解密，请重新填写')
  return JSON.parse(text) as ReceiverSecrets
}
