// The addresses and secrets of webhooks: encrypted and bound to their row, shown as hints alone.
import { randomBytes } from 'node:crypto'
import { type SealedPlace, seal, sealedPlace, unseal } from '#server/sealed.ts'
import type { Settings } from '#server/settings.ts'
import { AppError } from '#shared/errors.ts'
import { maskedAddress } from '#features/receivers/server/index.ts'
import type { StoredWebhook } from './objectKind.ts'
import { secretsSealing } from './tables.ts'

export interface WebhookSecrets {
  address: string
  secret: string
}

export interface WebhookHints {
  address: string
  ending: string
}

type Place = Pick<Settings, 'dataDir'>

const placeOf = (place: Place, id: number): SealedPlace => sealedPlace(place, 'webhook', secretsSealing, id)

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`

/** The columns that hold them. */
export const sealedColumns = (
  place: Place,
  id: number,
  secrets: WebhookSecrets,
): Pick<StoredWebhook, 'secrets' | 'hints'> => ({
  secrets: seal(JSON.stringify(secrets), placeOf(place, id)),
  hints: JSON.stringify({
    address: maskedAddress(new URL(secrets.address)),
    ending: secrets.secret.slice(-4),
  } satisfies WebhookHints),
})

type Sealed = Pick<StoredWebhook, 'id' | 'secrets'>

export const isLost = (place: Place, { id, secrets }: Sealed): boolean =>
  unseal(secrets, placeOf(place, id)) === null

export function readSecrets(place: Place, { id, secrets }: Sealed): WebhookSecrets {
  const text = unseal(secrets, placeOf(place, id))
  if (text === null)
    throw new AppError(
      'gateway_failed',
      '地址与密钥是在另一套系统上加密的，这里无法解密，请重新填写地址并换新密钥',
    )
  return JSON.parse(text) as WebhookSecrets
}
