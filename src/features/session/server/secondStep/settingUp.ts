// Sets up and ends the second step. A secret counts only after a code proved that the authenticator holds it.
import type { SessionUser } from '#server/http/session.ts'
import { brandOf } from '#server/installation.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import type { ConfirmedStep, StartedStep, StepStanding } from '#features/session/contract.ts'
import { dropStep, endSessionsOf } from '../accounts.ts'
import { isOwnPassword } from '../company/ownPassword.ts'
import { assertTypedPassword } from '../company/sources.ts'
import { describe, startSession, type Visitor } from '../entering.ts'
import { type Account, accountById } from '../repo.ts'
import { takeBackTry } from '../throttle.ts'
import {
  addressOf,
  makeRecovery,
  makeSeed,
  readStep as readStored,
  recoveryHash,
  sealedSeed,
  seedIn,
  spendCode,
  stepTyped,
} from './codes.ts'
import { makeTicket, readTicket, type StepDeps, spendTicket, tryTicket } from './tickets.ts'

export async function readStep({ metadata: { db } }: StepDeps, { id }: SessionUser): Promise<StepStanding> {
  const stored = await readStored(db, id)
  const account = await accountById(db, id)
  return {
    since: stored?.confirmed_at ?? null,
    isRequired: account?.needsStep ?? false,
    recoveryLeft: stored ? (JSON.parse(stored.recovery) as string[]).length : 0,
  }
}

/** Whoever found an open session can't change how its owner signs in. */
export async function openStep(
  deps: StepDeps,
  given: { password: string; code?: string },
  user: SessionUser,
  visitor: Visitor,
): Promise<{ ticket: string }> {
  await assertOwner(deps, given, user, visitor)
  return { ticket: await makeTicket(deps.metadata.db, user.id, 'setUp', 'password') }
}

async function assertOwner(
  deps: StepDeps,
  { password, code = '' }: { password: string; code?: string },
  user: SessionUser,
  visitor: Visitor,
): Promise<Account> {
  const { metadata, settings, throttle } = deps
  await assertTypedPassword(deps, metadata.db, user.id)
  const tryId = await throttle(user.email, visitor.address)
  const account = await accountById(metadata.db, user.id)
  if (!account || !(await isOwnPassword(deps, account, password))) throw atField('password', '密码不对')
  const stored = await readStored(metadata.db, user.id)
  if (stored) {
    await spendCode(metadata.db, settings, stored, code).catch((error: AppError) => {
      throw error.code === 'step_wrong' ? atField('code', error.message) : error
    })
  }
  await takeBackTry(metadata.db, tryId)
  return account
}

/** The present second step stays until the new one is confirmed. */
export async function startStep(deps: StepDeps, ticket: string): Promise<StartedStep> {
  const { metadata, settings } = deps
  const { account } = await readTicket(metadata.db, ticket, 'setUp')
  const secret = makeSeed()
  await metadata.transaction(async (db) => {
    await db
      .deleteFrom('second_step')
      .where('user_id', '=', account.id)
      .where('confirmed_at', 'is', null)
      .execute()
    const row = { user_id: account.id, account: account.email, seed: '', last_step: 0, recovery: '[]' }
    const { id } = await db
      .insertInto('second_step')
      .values({ ...row, confirmed_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const seed = sealedSeed(settings, id, secret)
    await db.updateTable('second_step').set({ seed }).where('id', '=', id).execute()
  })
  const { title } = brandOf(settings.installation, '')
  return { secret, address: addressOf(secret, title, account.email) }
}

export async function confirmStep(
  deps: StepDeps,
  { ticket, code }: { ticket: string; code: string },
  visitor: Visitor,
): Promise<ConfirmedStep> {
  const { metadata, settings, sessions } = deps
  const { account, method } = await tryTicket(metadata.db, ticket, 'setUp')
  const started = await metadata.db
    .selectFrom('second_step')
    .select(['id', 'seed'])
    .where('user_id', '=', account.id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  if (!started) throw new AppError('ticket_invalid')
  const step = stepTyped(seedIn(settings, started), code)
  if (step === null)
    throw new AppError(
      'step_wrong',
      '口令不对：请填验证器里新加的这一条现在的 6 位数字，并看看手机的时间准不准',
    )
  const recovery = makeRecovery()
  const id = await metadata.transaction(async (db) => {
    await spendTicket(db, ticket)
    await keep(db, account.id, started.id, step, recovery)
    await endSessionsOf(db, account.id)
    const detail = { id: account.id, address: visitor.address }
    await writeAudit(db, { userId: account.id, action: 'user.setSecondStep', detail })
    return startSession(db, sessions, account, visitor, `${method}+code`)
  })
  visitor.setCookies(sessions.cookiesOf(id, account.username))
  return { identity: await describe(metadata.db, account), recovery }
}

/** In the place of the one before. */
async function keep(db: Db, userId: number, id: number, step: number, recovery: readonly string[]) {
  await db.deleteFrom('second_step').where('user_id', '=', userId).where('id', '<>', id).execute()
  const { numUpdatedRows } = await db
    .updateTable('second_step')
    .set({
      confirmed_at: new Date().toISOString(),
      last_step: step,
      recovery: JSON.stringify(recovery.map(recoveryHash)),
    })
    .where('id', '=', id)
    .executeTakeFirst()
  // Another set-up began meanwhile: the code proved a secret that is gone.
  if (numUpdatedRows !== 1n) throw new AppError('ticket_invalid')
}

export async function endStep(
  deps: StepDeps,
  given: { password: string; code: string },
  user: SessionUser,
  visitor: Visitor,
): Promise<null> {
  const { needsStep } = (await accountById(deps.metadata.db, user.id)) ?? { needsStep: true }
  if (needsStep)
    throw new AppError('parameter_wrong', '你的角色要求两步登录，不能关闭；换手机请用「重新设置」')
  await assertOwner(deps, given, user, visitor)
  await deps.metadata.transaction(async (db) => {
    await dropStep(db, user.id)
    const detail = { id: user.id, address: visitor.address }
    await writeAudit(db, { userId: user.id, action: 'user.endSecondStep', detail })
  })
  return null
}

const atField = (field: string, problem: string): AppError =>
  new AppError('parameter_wrong', problem, { fields: { [field]: problem } })
