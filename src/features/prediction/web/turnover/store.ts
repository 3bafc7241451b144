// The forecast on the page and the accuracy of past ones, requested by the address; only the latest request
// counts.
import { navigate } from 'wouter/use-browser-location'
import { create } from 'zustand'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import {
  backtestForecast,
  type Interval,
  type IntervalQuestion,
  type KeptScenario,
  listScenarios,
  type PastForecasts,
  queryConfidenceInterval,
  readTurnover,
  type ScenarioContent,
  type TurnoverAddress,
  turnoverAddress,
} from '#features/prediction/contract.ts'

interface Answer<Told> {
  told: Told | null
  failure: CallError | null
  /** The shown forecast belongs to an earlier address. */
  isOld: boolean
}

interface Shown {
  ahead: Answer<Interval>
  past: Answer<PastForecasts>
  kept: KeptScenario[]
  keptFailure: CallError | null
  /** The scenario being edited: its index among those of the address, or their count for a new one. */
  editing: number | null
}

const nothing = { told: null, failure: null, isOld: false }

export const useTurnover = create<Shown>(() => ({
  ahead: nothing,
  past: nothing,
  kept: [],
  keptFailure: null,
  editing: null,
}))

export const shownAddress = (): TurnoverAddress => readTurnover(window.location.search)

/** Requests another forecast; Back returns to the previous one. */
export function ask(changed: Partial<TurnoverAddress>): void {
  navigate(turnoverAddress({ ...shownAddress(), ...changed }))
}

export function questionOf(asked: TurnoverAddress): IntervalQuestion {
  const { point, games, filters, split, from, to, horizon, level, origin, scenarios } = asked
  return {
    ...(point !== null && { point }),
    ...(games.length > 0 && { games }),
    ...(filters.length > 0 && { filters }),
    ...(split && { split }),
    ...(from && { from }),
    ...(to && { to }),
    horizon,
    levels: level === 80 ? [80, 95] : [80, level],
    ...(origin && { origin }),
    ...(scenarios.length > 0 && { scenarios: scenarios as ScenarioContent[] }),
  }
}

const asking = { ahead: new AbortController(), past: new AbortController() }

async function follow<Part extends 'ahead' | 'past'>(
  part: Part,
  work: (signal: AbortSignal) => Promise<Shown[Part]['told']>,
): Promise<void> {
  asking[part].abort()
  const own = new AbortController()
  asking[part] = own
  const set = (answer: Partial<Answer<unknown>>) =>
    useTurnover.setState((state) => ({ [part]: { ...state[part], ...answer } }) as Partial<Shown>)
  set({ isOld: true })
  try {
    const told = await work(own.signal)
    if (!own.signal.aborted) set({ told, failure: null, isOld: false })
  } catch (error) {
    // The shown answer belonged to another request.
    if (!own.signal.aborted) set({ told: null, failure: failureOf(error), isOld: false })
  }
}

export const readAhead = (asked: TurnoverAddress): Promise<void> =>
  follow('ahead', (signal) =>
    call(queryConfidenceInterval, { body: questionOf(asked) }, { ...quiet, signal }),
  )

export const readPast = ({ point, games, filters, lead, count }: TurnoverAddress): Promise<void> =>
  follow('past', (signal) =>
    call(
      backtestForecast,
      {
        body: {
          ...(point !== null && { point }),
          ...(games.length > 0 && { games }),
          ...(filters.length > 0 && { filters }),
          lead,
          count,
        },
      },
      { ...quiet, signal },
    ),
  )

export async function readKept(): Promise<void> {
  try {
    useTurnover.setState({ kept: await call(listScenarios, {}, quiet), keptFailure: null })
  } catch (error) {
    // The scenarios of the address are shown even so.
    useTurnover.setState({ keptFailure: failureOf(error) })
  }
}

export function leaveTurnover(): void {
  asking.ahead.abort()
  asking.past.abort()
  useTurnover.setState({ ahead: nothing, past: nothing, editing: null })
}
