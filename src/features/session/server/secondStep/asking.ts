// Asks for the second step at sign-in, and takes its answer.
import type { Deps } from '#server/deps.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { AppError } from '#shared/errors.ts'
import type { LoginReply } from '#features/session/contract.ts'
import { enter, type Visitor } from '../entering.ts'
import type { Account } from '../repo.ts'
import { takeBackTry } from '../throttle.ts'
import { readStep, spendCode } from './codes.ts'
import { makeTicket, type StepDeps, spendTicket, tryTicket } from './tickets.ts'

/** Returns where there is no second step to take; else throws step_needed or step_unset with a ticket. */
export async function askStep(
  { metadata: { db } }: Pick<Deps, 'metadata'>,
  { id, needsStep }: Account,
  method: string,
): Promise<void> {
  const isSet = (await readStep(db, id)) !== undefined
  if (!isSet && !needsStep) return
  const ticket = await makeTicket(db, id, isSet ? 'code' : 'setUp', method)
  throw new AppError(isSet ? 'step_needed' : 'step_unset', undefined, { ticket })
}

export async function answerStep(
  deps: StepDeps,
  { ticket, code }: { ticket: string; code: string },
  visitor: Visitor,
): Promise<LoginReply> {
  const { metadata, settings } = deps
  const { account, method } = await tryTicket(metadata.db, ticket, 'code')
  const tryId = await deps.throttle(account.email, visitor.address)
  const stored = await readStep(metadata.db, account.id)
  // A manager has reset it meanwhile.
  if (!stored) throw new AppError('ticket_invalid')
  const kind = await spendCode(metadata.db, settings, stored, code).catch(async (error: unknown) => {
    const detail = { account: account.email, address: visitor.address, method: 'code' }
    await writeAudit(metadata.db, { userId: account.id, action: 'session.refuse', detail })
    throw error
  })
  await metadata.transaction(async (db) => {
    await takeBackTry(db, tryId)
    await spendTicket(db, ticket)
  })
  return enter(deps, deps.sessions, account, visitor, `${method}+${kind}`)
}
