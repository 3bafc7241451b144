// The secrets of sources: encrypted and bound to their row, never returned. Where what they are sent to changes,
// they have to be typed again, or whoever may edit could send them to a machine of their own.
import { seal, sealedPlace, unseal } from '#server/sealed.ts'
import type { Settings } from '#server/settings.ts'
import type { Connector, FieldValues } from '#server/sources/connector.ts'
import { AppError } from '#shared/errors.ts'
import { fieldKey } from '../contract.ts'
import type { StoredSource } from './objectKind.ts'
import { secretsSealing } from './tables.ts'

export type Secrets = Record<string, string>

const placeOf = (settings: Pick<Settings, 'dataDir'>, id: number) =>
  sealedPlace(settings, 'source', secretsSealing, id)

export const sealSecrets = (settings: Pick<Settings, 'dataDir'>, id: number, secrets: Secrets): string =>
  Object.keys(secrets).length === 0 ? '' : seal(JSON.stringify(secrets), placeOf(settings, id))

export function readSecrets(
  settings: Pick<Settings, 'dataDir'>,
  { id, secrets }: Pick<StoredSource, 'id' | 'secrets'>,
): Secrets {
  if (secrets === '') return {}
  const text = unseal(secrets, placeOf(settings, id as number))
  if (text === null)
    throw new AppError('gateway_failed', '数据源的密码是在另一套系统上加密的，这里无法解密，请重新填写')
  return JSON.parse(text) as Secrets
}

/** Those that were typed, and of the others the kept ones. Throws at a secret that has to be typed again. */
export function secretsOf(
  settings: Pick<Settings, 'dataDir'>,
  { fields, kind }: Connector,
  present: StoredSource | null,
  given: { settings: FieldValues; secrets: Secrets },
): Secrets {
  const own = fields.filter((field) => field.kind === 'secret')
  const typed = Object.fromEntries(
    own.flatMap(({ name }) => (given.secrets[name] ? [[name, given.secrets[name]]] : [])),
  )
  const isKept = present?.kind === kind && present.secrets !== ''
  if (!isKept || own.every(({ name }) => name in typed)) return assertAll(kind, own, typed)
  const before = JSON.parse(present.settings) as FieldValues
  const moved = fields.find(({ name, place }) => place && before[name] !== given.settings[name])
  if (moved) {
    const kept = JSON.parse(present.kept) as string[]
    const missing = own.find(({ name }) => !(name in typed) && kept.includes(name))
    if (missing)
      throw atField(
        fieldKey(kind, missing.name),
        `「${moved.title}」改了，请重新填写「${missing.title}」：它会发到新的地方`,
      )
    return assertAll(kind, own, typed)
  }
  return assertAll(kind, own, { ...readSecrets(settings, present), ...typed })
}

function assertAll(kind: string, own: Connector['fields'], secrets: Secrets): Secrets {
  const missing = own.find(({ name, required }) => required && !secrets[name])
  if (missing) throw atField(fieldKey(kind, missing.name), `请填写「${missing.title}」`)
  return secrets
}

export const atField = (name: string, message: string): AppError =>
  new AppError('parameter_wrong', message, { fields: { [name]: message } })
