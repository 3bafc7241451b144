// The tokens of ad accounts: stored encrypted, bound to their row, identified by their last characters.
import { cleanLine } from '#server/objects/texts.ts'
import { type SealedPlace, seal, sealedPlace, unseal } from '#server/sealed.ts'
import type { Settings } from '#server/settings.ts'
import { AppError } from '#shared/errors.ts'
import { unopenedWords } from '#shared/unopened.ts'
import type { Account } from '../objectKinds.ts'
import { tokenSealing } from '../tables.ts'

type Place = Pick<Settings, 'dataDir'>

/** From this length on, the last characters do not give the token away. */
const tellingLength = 16

const placeOf = (place: Place, id: number): SealedPlace => sealedPlace(place, 'ad_account', tokenSealing, id)

/** The masked token for a list. */
export function shownToken(
  place: Place,
  { id, token, token_hint }: Pick<Account, 'id' | 'token' | 'token_hint'>,
) {
  if (token === '') return ''
  return unseal(token, placeOf(place, id)) === null ? unopenedWords : `••••${token_hint}`
}

/** Empty for none. */
export function cleanToken(typed: string): string {
  const token = cleanLine(typed, '令牌', 5_000)
  // The token is sent in a header.
  if (!/^[\x21-\x7e]*$/.test(token))
    throw new AppError('parameter_wrong', '令牌只能含英文字母、数字和符号，不能含空格')
  return token
}

/** The token columns for the row with this id; for an empty token, the columns that say there is none. */
export function tokenColumns(place: Place, id: number, token: string): Pick<Account, 'token' | 'token_hint'> {
  if (token === '') return { token: '', token_hint: '' }
  const token_hint = token.length >= tellingLength ? token.slice(-4) : ''
  return { token: seal(token, placeOf(place, id)), token_hint }
}

/** Throws gateway_failed when there is no token, or this installation can't decrypt it. */
export function unsealed(place: Place, { id, token }: Pick<Account, 'id' | 'token'>): string {
  if (token === '') throw new AppError('gateway_failed', '账户还没有填写令牌，请先填写')
  const text = unseal(token, placeOf(place, id))
  if (text === null)
    throw new AppError('gateway_failed', '令牌是在另一套系统上加密的，这里无法解密，请重新填写')
  return text
}
