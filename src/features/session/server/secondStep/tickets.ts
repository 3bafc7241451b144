// Tickets: what a browser holds between the password and the second step. They give no session.
import { createHash, randomBytes } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import type { Sessions } from '#server/http/session.ts'
import type { Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { type Account, accountById } from '../repo.ts'
import type { Throttle } from '../throttle.ts'

export interface StepDeps extends Deps {
  sessions: Sessions
  throttle: Throttle
}

type Kind = 'code' | 'setUp'
interface Ticket {
  account: Account
  method: string
}

const minutes = 10
/** Beyond them the password is asked for again, and counts against its own limit. */
const mostTries = 5

export async function makeTicket(db: Db, userId: number, kind: Kind, method: string): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  const now = Date.now()
  await db.deleteFrom('sign_in_ticket').where('expires_at', '<', new Date(now).toISOString()).execute()
  await db
    .insertInto('sign_in_ticket')
    .values({
      token_hash: hashOf(ticket),
      user_id: userId,
      kind,
      method,
      tries: 0,
      expires_at: new Date(now + minutes * 60_000).toISOString(),
    })
    .execute()
  return ticket
}

/** Throws ticket_invalid for every kind of invalid ticket. */
export async function readTicket(db: Db, ticket: string, kind: Kind): Promise<Ticket> {
  const found = await living(db, ticket, kind).executeTakeFirst()
  return ticketOf(db, found)
}

/** Counts a try before it is evaluated, so that parallel ones gain nothing. */
export async function tryTicket(db: Db, ticket: string, kind: Kind): Promise<Ticket> {
  const found = await db
    .updateTable('sign_in_ticket')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('token_hash', '=', hashOf(ticket))
    .where('kind', '=', kind)
    .where('tries', '<', mostTries)
    .where('expires_at', '>', new Date().toISOString())
    .returning(['user_id', 'method'])
    .executeTakeFirst()
  return ticketOf(db, found)
}

/** Of two requests with one ticket, only one succeeds. */
export async function spendTicket(db: Db, ticket: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_ticket')
    .where('token_hash', '=', hashOf(ticket))
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw new AppError('ticket_invalid')
}

const living = (db: Db, ticket: string, kind: Kind) =>
  db
    .selectFrom('sign_in_ticket')
    .select(['user_id', 'method'])
    .where('token_hash', '=', hashOf(ticket))
    .where('kind', '=', kind)
    .where('tries', '<', mostTries)
    .where('expires_at', '>', new Date().toISOString())

async function ticketOf(db: Db, found: { user_id: number; method: string } | undefined): Promise<Ticket> {
  const account = found && (await accountById(db, found.user_id))
  if (!account || account.disabled) throw new AppError('ticket_invalid')
  return { account, method: found.method }
}

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex')
