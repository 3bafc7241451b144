// The state of the one-time code page. A valid code is held only in this tab's memory.
import { create } from 'zustand'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { useSession } from '#web/shell/session.ts'
import { getMfa, listMfaAccounts, type MfaAccountList, type MfaCode } from '../contract.ts'

/** A code and its expiry on the page's monotonic clock, computed from the server's remaining seconds. */
export interface ShownCode extends MfaCode {
  endsAt: number
}

interface MfaState {
  status: 'loading' | 'ready' | 'failed'
  failure: CallError | null
  accounts: MfaAccountList
  /** By account id; expired codes are not in it. */
  codes: ReadonlyMap<number, ShownCode>
  codesFailure: CallError | null
  selected: number | null
}

const nothing: MfaState = {
  status: 'loading',
  failure: null,
  accounts: { rows: [], console: { host: '', demo: false, problem: '' } },
  codes: new Map(),
  codesFailure: null,
  selected: null,
}

export const useMfa = create<MfaState>(() => nothing)
useSession.subscribe(({ roleData }) => {
  if (roleData === null) useMfa.setState(nothing)
})

export async function readAccounts(signal?: AbortSignal): Promise<void> {
  try {
    const accounts = await call(listMfaAccounts, {}, { ...quiet, signal })
    useMfa.setState(({ selected }) => ({
      status: 'ready',
      failure: null,
      accounts,
      selected: accounts.rows.some(({ id }) => id === selected) ? selected : (accounts.rows[0]?.id ?? null),
    }))
  } catch (error) {
    if (!signal?.aborted) useMfa.setState({ status: 'failed', failure: failureOf(error) })
  }
}

/** Each request is recorded in the audit, whether for all accounts or for one. */
export async function readCodes(id?: number): Promise<void> {
  try {
    const { accounts } = await call(getMfa, { query: id === undefined ? {} : { id } }, quiet)
    const now = performance.now()
    const read = accounts.map((code): [number, ShownCode] => [
      code.id,
      { ...code, endsAt: now + code.secondsLeft * 1_000 },
    ])
    useMfa.setState(({ codes }) => ({
      codes: new Map(id === undefined ? read : [...codes, ...read]),
      codesFailure: null,
    }))
  } catch (error) {
    useMfa.setState({ codesFailure: failureOf(error) })
  }
}

export function dropCode(id: number): void {
  useMfa.setState(({ codes }) => ({ codes: new Map([...codes].filter(([one]) => one !== id)) }))
}
